"""What the elements of HTML do to the text in them, and which tags close which elements without saying so.

Tables of the HTML Standard, sections 13.1.2.4 (optional tags) and 15.3 (how elements are shown by default).
"""

from __future__ import annotations

from citeview.snapshots.extract.extraction import StyleKind

VOID = frozenset(
    [
        "area",
        "base",
        "br",
        "col",
        "embed",
        "hr",
        "img",
        "input",
        "link",
        "meta",
        "param",
        "source",
        "track",
        "wbr",
        "basefont",
        "bgsound",
        "frame",
        "keygen",
    ]
)
LEFT_OUT = frozenset(
    [
        "head",
        "script",
        "style",
        "template",
        "iframe",
        "noembed",
        "noframes",
        "object",
        "video",
        "audio",
        "canvas",
        "datalist",
        "rp",
        "annotation",
        "annotation-xml",
        "title",
    ]
)
"""Elements whose content is no text of the page (`title` is kept as the snapshot's title)."""
LEFT_OUT_OF_DRAWINGS = frozenset(["title", "desc", "metadata", "defs", "script", "style"])
FOREIGN = frozenset(("svg", "math"))
IN_HEAD = frozenset(
    [
        "base",
        "basefont",
        "bgsound",
        "link",
        "meta",
        "noframes",
        "noscript",
        "script",
        "style",
        "template",
        "title",
        "head",
        "html",
    ]
)

LINES: dict[str, int] = {
    **dict.fromkeys(
        [
            "p",
            "h1",
            "h2",
            "h3",
            "h4",
            "h5",
            "h6",
            "blockquote",
            "pre",
            "listing",
            "xmp",
            "plaintext",
            "ul",
            "ol",
            "dl",
            "table",
            "hr",
            "figure",
            "menu",
        ],
        2,
    ),
    **dict.fromkeys(
        [
            "address",
            "article",
            "aside",
            "body",
            "caption",
            "center",
            "dd",
            "details",
            "dialog",
            "dir",
            "div",
            "dt",
            "fieldset",
            "figcaption",
            "footer",
            "form",
            "header",
            "hgroup",
            "html",
            "legend",
            "li",
            "main",
            "nav",
            "optgroup",
            "option",
            "search",
            "section",
            "summary",
            "tbody",
            "tfoot",
            "thead",
            "tr",
        ],
        1,
    ),
}
"""Line ends at least before and after an element."""
NESTED_LIST_LINES = 1

PREFORMATTED = frozenset(["pre", "listing", "xmp", "plaintext", "textarea"])
STYLES: dict[str, StyleKind] = {
    **dict.fromkeys(["h1", "h2", "h3", "h4", "h5", "h6"], StyleKind.HEADING),
    **dict.fromkeys(("b", "strong"), StyleKind.BOLD),
    **dict.fromkeys(["i", "em", "cite", "dfn", "var"], StyleKind.ITALIC),
    **dict.fromkeys(["code", "kbd", "samp", "tt"], StyleKind.CODE),
    **dict.fromkeys(["pre", "listing", "xmp", "plaintext"], StyleKind.PREFORMATTED),
    "a": StyleKind.LINK,
    "li": StyleKind.LIST_ITEM,
    "td": StyleKind.TABLE_CELL,
    "th": StyleKind.HEADER_CELL,
    "blockquote": StyleKind.QUOTE,
}
LISTS = frozenset(["ul", "ol", "menu", "dir"])
CELLS = frozenset(("td", "th"))

FORMATTING = frozenset(
    ["a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u"]
)
"""Elements that their end tag ends alone, whatever was opened in them and is still open."""
SCOPE = frozenset(["table", "td", "th", "caption", "template", "object", "marquee", "applet", "svg", "math", "html"])
"""An end tag does not reach beyond these."""
TABLE_PARTS = frozenset(["table", "caption", "colgroup", "thead", "tbody", "tfoot", "tr", "td", "th"])
TABLE_SCOPE = frozenset(("table", "template", "html"))

CLOSES_PARAGRAPH = frozenset(
    [
        "address",
        "article",
        "aside",
        "blockquote",
        "center",
        "details",
        "dialog",
        "dir",
        "div",
        "dl",
        "dt",
        "dd",
        "fieldset",
        "figcaption",
        "figure",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "hgroup",
        "hr",
        "li",
        "listing",
        "main",
        "menu",
        "nav",
        "ol",
        "p",
        "plaintext",
        "pre",
        "search",
        "section",
        "summary",
        "table",
        "ul",
        "xmp",
    ]
)
CLOSED_BY: dict[str, tuple[frozenset[str], frozenset[str]]] = {
    "li": (frozenset(("li",)), frozenset(["ul", "ol", "menu", "dir"]) | SCOPE),
    "dt": (frozenset(("dt", "dd")), frozenset(("dl",)) | SCOPE),
    "dd": (frozenset(("dt", "dd")), frozenset(("dl",)) | SCOPE),
    "option": (frozenset(("option",)), frozenset(("select", "datalist", "optgroup")) | SCOPE),
    "optgroup": (frozenset(("option", "optgroup")), frozenset(("select",)) | SCOPE),
    "rt": (frozenset(("rt", "rp")), frozenset(("ruby",)) | SCOPE),
    "rp": (frozenset(("rt", "rp")), frozenset(("ruby",)) | SCOPE),
    "a": (frozenset(("a",)), SCOPE),
    "td": (CELLS, frozenset(("tr",)) | TABLE_SCOPE),
    "th": (CELLS, frozenset(("tr",)) | TABLE_SCOPE),
    "tr": (frozenset(("tr", "caption")), frozenset(("tbody", "thead", "tfoot")) | TABLE_SCOPE),
    **dict.fromkeys(
        ("tbody", "thead", "tfoot"), (frozenset(["tbody", "thead", "tfoot", "tr", "caption", "colgroup"]), TABLE_SCOPE)
    ),
}
"""For a start tag: which open elements it ends, and beyond which it does not look."""
