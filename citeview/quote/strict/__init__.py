"""The strict rule set `citeview@1`: pass nothing false, explain everything refused."""
