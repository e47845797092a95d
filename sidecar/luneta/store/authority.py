"""Link authority of the notes, derived from the links."""

import apsw

from luneta.core.authority import authority
from luneta.store import schema

#: Up to so many links between notes it is derived whenever one changes, which takes some 15 ms at the most; with more,
#: once a hundredth of them has changed.
_QUICK = 10_000
_STALE_SHARE = 0.01


def derive(db: apsw.Connection, changed: int, *, everything: bool) -> None:
    """Bring it up to date after `changed` notes gained or lost links; `everything`: whatever changed."""
    if not changed and not everything:
        return
    stale = int(schema.read_meta(db, "authority_stale") or 0) + changed
    total = db.execute("SELECT count(*) FROM links WHERE resolved IS NOT NULL").get
    if not everything and total > _QUICK and stale < total * _STALE_SHARE:
        schema.write_meta(db, "authority_stale", str(stale))
        return
    was = dict(db.execute("SELECT id, authority FROM notes WHERE authority > 0"))
    now = authority(db.execute("SELECT source, resolved FROM links WHERE resolved IS NOT NULL"))
    differ = [(now.get(note, 0.0), note) for note in sorted({*was, *now}) if now.get(note, 0.0) != was.get(note, 0.0)]
    db.executemany("UPDATE notes SET authority = ? WHERE id = ?", differ)
    schema.write_meta(db, "authority_stale", "0")
