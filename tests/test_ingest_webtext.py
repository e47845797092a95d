"""HTML as feeds carry it -> text with the marks that matter for reading."""

import pytest

from luneta.ingest.webtext import text_of_html


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("no markup", "no markup"),
        ("a &lt; b &amp;&nbsp;c &#8217;", "a < b & c ’"),
        ("<p>One\n  two</p><p>Three</p>", "One two\n\nThree"),
        ("<h2>Part</h2>text", "## Part\n\ntext"),
        ("<ul><li>a<li>b</ul>", "- a\n- b"),
        ("<ol><li>a</li><li>b<ul><li>c</li></ul></li></ol>", "1. a\n2. b\n\n- c"),
        ("use <code>x  y</code>", "use `x y`"),
        ("<pre>a\n  b</pre>", "```\na\n  b\n```"),
        ("a<br>b", "a\nb"),
        ("<script>x()</script><style>y</style>kept", "kept"),
        ("<table><tr><td>a</td><td>b</td></tr></table>", "a b"),
        ("<p>unclosed <b>bold", "unclosed bold"),
        ("1 < 2 and <3", "1 < 2 and <3"),
    ],
)
def test_html_becomes_text(html: str, text: str) -> None:
    assert text_of_html(html) == text


def test_ten_thousand_open_tags_are_read() -> None:
    assert text_of_html("<div>" * 10_000 + "end") == "end"
