"""Bookmarks as Firefox and Chrome export them, and with the closing tags that hands leave out."""

from luneta.ingest.bookmarks import signals_of_bookmarks

FIREFOX = """<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks Menu</H1>
<DL><p>
    <DT><H3 ADD_DATE="1">Code</H3>
    <DL><p>
        <DT><A HREF="https://a.example/?x=1&amp;y=2" ADD_DATE="1704067200" TAGS="sql,fast">A &amp; <b>b</b></A>
        <DD>What it is
        <DT><H3>Deeper</H3>
        <DL><p>
            <DT><A HREF="https://b.example/" ADD_DATE="1704067200000">B</A>
        </DL><p>
        <DT><A HREF="https://c.example/">C</A>
    </DL><p>
    <DT><H3>Empty</H3>
    <DT><A HREF="place:type=6">Smart</A>
    <DT><A HREF="https://d.example/"></A>
</DL>
"""


def test_folders_tags_remarks_and_dates() -> None:
    found = {signal.origin: signal for signal in signals_of_bookmarks(FIREFOX, "bookmarks.html")}
    assert list(found) == [
        "https://a.example/?x=1&y=2",
        "https://b.example/",
        "https://c.example/",
        "https://d.example/",
    ]
    first = found["https://a.example/?x=1&y=2"]
    assert (first.title, first.text, first.published) == ("A & b", "What it is", "2024-01-01")
    assert first.tags == ("sql", "fast", "Code")
    assert found["https://b.example/"].tags == ("Deeper",)
    assert found["https://b.example/"].published == "2024-01-01"
    assert found["https://c.example/"].tags == ("Code",)
    assert found["https://d.example/"].title == "https://d.example/"
    assert found["https://d.example/"].tags == ()


def test_closing_tags_may_be_missing() -> None:
    text = "<DL><DT><H3>One<DL><DT><A HREF='https://a.example'>A<DT><A HREF='https://b.example'>B"
    assert [(s.title, s.tags) for s in signals_of_bookmarks(text, "x")] == [("A", ("One",)), ("B", ("One",))]
