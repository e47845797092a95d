"""RSS, Atom and OPML in the shapes that real ones have, and XML that attacks."""

import pytest

from luneta.ingest.feeds import signals_of_xml
from luneta.ingest.signals import Signal, Unreadable


def read(text: str | bytes) -> list[Signal | Unreadable]:
    return list(signals_of_xml(text.encode() if isinstance(text, str) else text, "feed.xml"))


def one(text: str | bytes) -> Signal:
    (found,) = read(text)
    assert isinstance(found, Signal), found
    return found


def rss(item: str) -> str:
    return (
        '<?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"'
        ' xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/"'
        ' xmlns:atom="http://www.w3.org/2005/Atom" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">'
        f"<channel><title>The feed</title><item>{item}</item></channel></rss>"
    )


def test_rss_with_cdata() -> None:
    found = one(
        rss(
            "<title>One &amp; two</title><link>https://a.example/1</link><description>short</description>"
            "<content:encoded><![CDATA[<p>Long &amp; good</p><ul><li>a</li></ul>]]></content:encoded>"
            "<dc:creator>Ann</dc:creator><category>x</category><category>y z</category>"
            "<pubDate>Mon, 1 Jan 2024</pubDate>"
        )
    )
    assert found == Signal(
        "One & two", "Long & good\n\n- a", "https://a.example/1", "The feed", "Ann", "Mon, 1 Jan 2024", ("x", "y z")
    )


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (
            '<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><h2>Part</h2>'
            "<p>A <b>b</b> c</p></div>"
            "</content>",
            "## Part\n\nA b c",
        ),
        ('<content type="html">&lt;p&gt;A &amp;amp; b&lt;/p&gt;</content>', "A & b"),
        ('<content type="text">1 &lt; 2 &amp; 3</content>', "1 < 2 & 3"),
        ('<content src="x"/><summary>Short</summary>', "Short"),
    ],
)
def test_atom_in_each_of_its_kinds_of_content(content: str, text: str) -> None:
    found = one(
        '<feed xmlns="http://www.w3.org/2005/Atom"><title>F</title><entry><title>T</title><link rel="self" href="x"/>'
        '<link href="https://a.example/1"/><author><name>Ann</name></author><category term="c"/>'
        f"{content}</entry></feed>"
    )
    assert (found.text, found.origin, found.author, found.tags) == (text, "https://a.example/1", "Ann", ("c",))


def test_youtube_keeps_its_text_in_a_group() -> None:
    item = "<title>V</title><media:group><media:description>What is shown</media:description></media:group>"
    assert one(rss(item)).text == "What is shown"


def test_mastodon_has_no_titles() -> None:
    found = one(rss(f"<guid>https://m.example/1</guid><description>&lt;p&gt;{'word ' * 40}&lt;/p&gt;</description>"))
    assert found.title == " ".join(["word"] * 16) + "…"
    assert found.origin == "https://m.example/1"


def test_opml_nested_to_any_depth() -> None:
    deep = "<outline text='f'>" * 300 + "<outline text='Deep' xmlUrl='https://d.example/'/>" + "</outline>" * 300
    found = read(
        "<opml><head><title>Mine</title></head><body><outline text='News &amp; more'><outline text='A' title='The A' "
        f"htmlUrl='https://a.example' xmlUrl='https://a.example/rss'/></outline>{deep}</body></opml>"
    )
    assert found[0] == Signal("The A", "", "https://a.example", "Mine", tags=("News & more",))
    assert found[1] == Signal("Deep", "", "https://d.example/", "Mine", tags=("f",))


@pytest.mark.parametrize(
    "fault",
    ["\n\n  <rss>", "<rss><x>&nbsp;&eacute;</x>", "<rss><x>\x0b\x01</x>", "<rss><x>A & B, a&b=1</x>"],
)
def test_faults_that_real_feeds_have_are_mended(fault: str) -> None:
    found = one(fault + "<channel><title>F</title><item><title>T</title></item></channel></rss>")
    assert found.title == "T"


def test_encodings_are_those_that_the_file_declares() -> None:
    text = '<?xml version="1.0" encoding="ISO-8859-1"?><rss><channel><item><title>Ação</title></item></channel></rss>'
    assert one(text.encode("latin-1")).title == "Ação"


@pytest.mark.parametrize(
    "attack",
    [
        '<!DOCTYPE r [<!ENTITY a "x"><!ENTITY b "&a;&a;">]><rss><item><title>&b;</title></item></rss>',
        '<!DOCTYPE r [<!ENTITY f SYSTEM "file:///etc/passwd">]><rss><item><title>&f;</title></item></rss>',
        "<rss><channel>",
        "<html/>",
        '<?xml version="1.0" encoding="nonsense"?><rss/>',
        "",
    ],
)
def test_what_attacks_or_is_broken_is_told_of(attack: str) -> None:
    (found,) = read(attack)
    assert isinstance(found, Unreadable)


def test_a_doctype_alone_does_no_harm() -> None:
    doctype = '<!DOCTYPE rss PUBLIC "-//N//DTD RSS 0.91//EN" "http://x.example/rss.dtd">'
    text = f"{doctype}<rss><item><title>T</title></item></rss>"
    assert one(text).title == "T"
