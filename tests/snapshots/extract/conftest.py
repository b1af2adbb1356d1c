"""Files of every kind, made here: none is fetched, and none is larger than it must be."""

import gzip as gzip_
import io
import zipfile
from datetime import UTC, datetime

import pytest

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


class Files:
    """Make the bytes of documents."""

    def pdf(self, *pages, title=None):
        from fpdf import FPDF

        made = FPDF()
        made.set_creation_date(datetime(2026, 1, 1, tzinfo=UTC))
        if title:
            made.set_title(title)
        for page in pages:
            made.add_page()
            made.set_font("helvetica", size=12)
            for line in page.split("\n") if page else ():
                made.cell(text=line)
                made.ln()
        return bytes(made.output())

    def zip(self, **entries):
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, data in entries.items():
                archive.writestr(name, data)
        return out.getvalue()

    def docx(self, body, *, before='<?xml version="1.0" encoding="UTF-8"?>', encoding="utf-8"):
        xml = f'{before}<w:document xmlns:w="{W}"><w:body>{body}</w:body></w:document>'
        return self.zip(**{"[Content_Types].xml": "<Types/>", "word/document.xml": xml.encode(encoding)})

    def warc(self, *responses, gzip=False, headers=(), status="200 OK"):
        records = [self._record("warcinfo", None, "application/warc-fields", b"software: t\r\n")]
        for url, kind, payload in responses:
            lines = [f"HTTP/1.1 {status}", f"Content-Type: {kind}", *(f"{name}: {value}" for name, value in headers)]
            http = "\r\n".join(lines).encode() + b"\r\n\r\n" + payload
            records.append(self._record("response", url, "application/http; msgtype=response", http))
        return b"".join(gzip_.compress(record, mtime=0) if gzip else record for record in records)

    def _record(self, kind, url, content_type, block):
        lines = [
            *("WARC/1.0", f"WARC-Type: {kind}", "WARC-Record-ID: <urn:uuid:12345678-1234-1234-1234-123456789012>"),
            *("WARC-Date: 2026-11-05T14:02:11Z", f"Content-Type: {content_type}", f"Content-Length: {len(block)}"),
            *([f"WARC-Target-URI: {url}"] if url else []),
        ]
        return "\r\n".join(lines).encode() + b"\r\n\r\n" + block + b"\r\n\r\n"


@pytest.fixture(scope="session")
def files():
    return Files()
