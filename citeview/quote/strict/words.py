"""Words that the strict rules treat apart: negations, words whose capital changes them, elisions, parts of compounds.

Versioned lists by language. Knows words. Must not know tokens.
"""

from __future__ import annotations

VERSION = 1


def word_set(words: str) -> frozenset[str]:
    """Return the words of a text as a set."""
    return frozenset(words.split())


NEGATIONS = word_set("""
    not no never none nobody nothing neither nor nowhere cannot without hardly scarcely barely unless fails failed
    refuse refused denied denies false untrue unlikely
    nicht kein keine keinen keinem keiner nie niemals ohne weder
    ne n' pas jamais aucun aucune sans ni rien nul
    no nunca jamás ningún ninguna ninguno sin tampoco
    non mai nessun nessuno nessuna senza né
    não nunca jamais nenhum nenhuma sem
    niet geen nooit zonder inte ingen aldrig ikke ikkje nie bez
    не нет ни никогда без нельзя
    नहीं न मत होइन छैन भएन नभएको बिना
    لا لم لن ليس ليست غير بدون ما
    לא אין אל בלי מעולם
    değil yok hiç
    아니 않 못 없
    """)
"""In lower case; a word that ends in `n't` is one too."""

UNSPACED_NEGATIONS = ("不", "没", "沒", "無", "无", "未", "非", "否", "別", "别", "勿", "莫", "ไม่", "មិន", "မ")
"""They stand right in front of what they negate."""

CAPITAL_CHANGES = word_set("""
    may march august polish turkey china japan mark bill will job hamlet mercury mars god lent
    frank jack rose grace hope faith charity joy dawn crystal ruby amber iris daisy lily ivy olive pearl
    apple amazon windows word excel office access outlook teams gates orange shell target gap oracle
    meta alphabet visa square stripe slack zoom python java rust swift
    bath reading cork nice lima male mali chad jersey guinea cologne worms split
    catholic democrat republican liberal labour conservative green congress senate
    art ring
    """)
"""In lower case. Their capital may be another word, so it is not taken for the beginning of a sentence."""

SINGLE_LETTERS = frozenset("aoeyàèéöåівисукояаη")
"""Words of one letter, in lower case; any other single letter is a symbol, and its case is part of it."""

ELISIONS = word_set("l d j m t s c n qu jusqu lorsqu puisqu quoiqu dell nell all dall sull un gl quell bell sant")
"""What stands before an apostrophe that joins two words (`l'homme`): each is a token of its own."""

NEGATING_PREFIXES = word_set("""
    non un anti ex in de dis mis counter quasi pseudo semi half sub super ultra near not no never less self
    twenty thirty forty fifty sixty seventy eighty ninety hundred
    nicht anti sin não
    """)
"""In front of a hyphen: a quote that begins behind it says something else."""

NEGATING_SUFFIXES = word_set(
    "free less proof resistant like shaped frei los one two three four five six seven eight nine"
)
"""Behind a hyphen: a quote that ends in front of it says something else."""


def negates(word: str) -> bool:
    """Say whether a word is a negation."""
    lowered = word.lower().replace("’", "'")
    return lowered in NEGATIONS or lowered.endswith("n't")
