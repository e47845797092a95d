"""Every vendor's token, made at run time, in every place of a note where a token may stand."""

import random
import string
from collections.abc import Callable

import pytest

from luneta.core.redact import redact
from luneta.core.redact_vendor import VENDORS

BASE62 = string.ascii_letters + string.digits
URLSAFE = BASE62 + "_-"
LOWER = string.ascii_lowercase + string.digits
UPPER = string.ascii_uppercase + "234567"
HEX = "0123456789abcdef"

Maker = Callable[[random.Random], str]


def shape(*parts: str | tuple[int, str]) -> Maker:
    """Literal pieces, and (length, alphabet) for random ones, which start with a letter and a digit where they can."""

    def make(rng: random.Random) -> str:
        made = []
        for part in parts:
            if isinstance(part, str):
                made.append(part)
            else:
                length, alphabet = part
                lead = "b7" if length > 8 and "7" in alphabet and "b" in alphabet else ""
                made.append(lead + "".join(rng.choices(alphabet, k=length - len(lead))))
                if alphabet == URLSAFE:
                    made[-1] = made[-1][:-1] + "a"  # a token never ends in the middle of a sign
        return "".join(made)

    return make


def uuid(rng: random.Random) -> str:
    digits = "".join(rng.choices(HEX, k=32))
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


#: The literal halves are kept apart, so that no scanner takes this file for a leak.
MAKERS: list[tuple[str, Maker]] = [
    ("openai-key", shape("s", "k-", (48, BASE62))),
    ("openai-key", shape("s", "k-", (20, BASE62), "T3Blbk", "FJ", (20, BASE62))),
    ("openai-key", shape("s", "k-proj-", (120, URLSAFE))),
    ("openai-key", shape("s", "k-svcacct-", (60, URLSAFE))),
    ("openai-key", shape("s", "k-admin-", (60, URLSAFE))),
    ("anthropic-key", shape("s", "k-ant-api03-", (93, URLSAFE), "AA")),
    ("anthropic-key", shape("s", "k-ant-oat01-", (80, URLSAFE))),
    ("openrouter-key", shape("s", "k-or-v1-", (64, HEX))),
    ("langfuse-key", shape("s", "k-lf-", uuid(random.Random(1)))),
    ("hugging-face-token", shape("h", "f_", (34, BASE62))),
    ("groq-key", shape("g", "sk_", (52, BASE62))),
    ("xai-key", shape("x", "ai-", (80, BASE62))),
    ("replicate-token", shape("r", "8_", (37, BASE62))),
    ("perplexity-key", shape("p", "plx-", (48, BASE62))),
    ("pinecone-key", shape("p", "csk_", (6, BASE62), "_", (63, BASE62))),
    ("tavily-key", shape("t", "vly-", (32, BASE62))),
    ("langsmith-key", shape("l", "sv2_pt_", (32, HEX), "_", (10, HEX))),
    ("github-token", shape("g", "hp_", (36, BASE62))),
    ("github-fine-grained-token", shape("g", "ithub_pat_", (22, BASE62), "_", (59, BASE62))),
    ("github-oauth-token", shape("g", "ho_", (36, BASE62))),
    ("github-app-token", shape("g", "hu_", (36, BASE62))),
    ("github-app-token", shape("g", "hs_", (36, BASE62))),
    ("github-refresh-token", shape("g", "hr_", (36, BASE62))),
    ("gitlab-token", shape("g", "lpat-", (20, URLSAFE))),
    ("gitlab-token", shape("g", "ldt-", (20, URLSAFE))),
    ("npm-token", shape("n", "pm_", (36, BASE62))),
    ("pypi-token", shape("p", "ypi-AgEIcHlwaS5vcmc", (120, URLSAFE))),
    ("rubygems-key", shape("r", "ubygems_", (48, HEX))),
    ("crates-io-token", shape("c", "io", (32, BASE62))),
    ("nuget-key", shape("o", "y2", (43, LOWER))),
    ("docker-token", shape("d", "ckr_pat_", (27, URLSAFE))),
    ("atlassian-token", shape("A", "TATT3xFf", (180, URLSAFE), "=1A2B3C4D")),
    ("circleci-token", shape("C", "CIPAT_", (22, BASE62), "_", (40, HEX))),
    ("buildkite-token", shape("b", "kua_", (40, HEX))),
    ("sonar-token", shape("s", "qp_", (40, HEX))),
    ("sourcegraph-token", shape("s", "gp_", (16, HEX), "_", (40, HEX))),
    ("postman-key", shape("P", "MAK-", (24, HEX), "-", (34, HEX))),
    ("jfrog-key", shape("A", "KCp", (69, BASE62))),
    ("linear-key", shape("l", "in_api_", (40, BASE62))),
    ("figma-token", shape("f", "igd_", (40, URLSAFE))),
    ("aws-key-id", shape("A", "KIA", (16, UPPER))),
    ("aws-key-id", shape("A", "SIA", (16, UPPER))),
    ("aws-bedrock-key", shape("A", "BSK", (109, BASE62), "=")),
    ("google-api-key", shape("A", "Iza", (35, URLSAFE))),
    ("google-oauth-secret", shape("G", "OCSPX-", (28, URLSAFE))),
    ("google-oauth-token", shape("y", "a29.", (80, URLSAFE))),
    ("azure-storage-key", shape("Account", "Key=", (86, BASE62 + "+/"), "==")),
    ("azure-sas-signature", shape("s", "ig=", (40, BASE62), "%2B", (3, BASE62), "%3D")),
    ("azure-client-secret", shape("b1c", "8", "Q~", (34, BASE62))),
    ("azure-devops-token", shape((76, BASE62), "AZ", "DO", (4, BASE62))),
    ("digitalocean-token", shape("d", "op_v1_", (64, HEX))),
    ("cloudflare-token", shape("v1", ".0-", (24, HEX), "-", (146, HEX))),
    ("heroku-key", shape("H", "RKU-AA", (58, URLSAFE))),
    ("netlify-token", shape("n", "fp_", (36, BASE62))),
    ("vercel-token", shape("v", "cp_", (56, BASE62))),
    ("supabase-key", shape("s", "bp_", (40, HEX))),
    ("planetscale-token", shape("p", "scale_tkn_", (43, URLSAFE))),
    ("neon-key", shape("n", "api_", (64, LOWER))),
    ("fly-token", shape("f", "o1_", (43, URLSAFE))),
    ("terraform-token", shape((14, BASE62), ".atl", "asv1.", (67, URLSAFE))),
    ("vault-token", shape("h", "vs.", (90, URLSAFE))),
    ("doppler-token", shape("d", "p.pt.", (43, BASE62))),
    ("pulumi-token", shape("p", "ul-", (40, HEX))),
    ("tailscale-key", shape("t", "skey-auth-", (12, BASE62), "-", (32, BASE62))),
    ("alibaba-key-id", shape("L", "TAI", (20, BASE62))),
    ("openshift-token", shape("sha256", "~", (43, URLSAFE))),
    ("1password-token", shape("o", "ps_eyJ", (200, BASE62))),
    ("databricks-token", shape("d", "api", (32, HEX))),
    ("slack-token", shape("x", "oxb-123456789012-1234567890123-", (24, BASE62))),
    ("slack-token", shape("x", "oxp-123456789012-123456789012-", (32, HEX))),
    ("slack-token", shape("x", "oxa-2-", (40, BASE62))),
    ("slack-token", shape("x", "app-1-A012345-123456789012-", (64, HEX))),
    ("slack-webhook", shape("hooks.sl", "ack.com/services/T0123ABCD/B0123ABCD/", (24, BASE62))),
    ("discord-webhook", shape("disc", "ord.com/api/webhooks/123456789012345678/", (68, URLSAFE))),
    ("discord-webhook", shape("disc", "ordapp.com/api/webhooks/123456789012345678/", (68, URLSAFE))),
    ("discord-token", shape("M", (23, BASE62), ".", (6, URLSAFE), ".", (38, URLSAFE))),
    ("telegram-token", shape("123456", "7890:A", "A", (33, URLSAFE))),
    ("telegram-token", shape("123456", "789:", (35, URLSAFE))),
    ("sendgrid-key", shape("S", "G.", (22, URLSAFE), ".", (43, URLSAFE))),
    ("mailgun-key", shape("k", "ey-", (32, HEX))),
    ("mailgun-key", shape((32, HEX), "-", (8, HEX), "-", (8, HEX))),
    ("mailchimp-key", shape((32, HEX), "-", "us12")),
    ("brevo-key", shape("x", "keysib-", (64, HEX), "-", (16, BASE62))),
    ("resend-key", shape("r", "e_b7Tz92Lm_", (24, BASE62))),
    ("twilio-key", shape("S", "K", (32, HEX))),
    ("twilio-key", shape("A", "C", (32, HEX))),
    ("stripe-key", shape("s", "k_live_", (24, BASE62))),
    ("stripe-key", shape("r", "k_live_", (99, BASE62))),
    ("stripe-webhook-secret", shape("w", "hsec_", (32, BASE62))),
    ("shopify-token", shape("s", "hpat_", (32, HEX))),
    ("square-token", shape("s", "q0atp-", (22, URLSAFE))),
    ("square-token", shape("E", "AAA", (60, URLSAFE))),
    ("paypal-token", shape("access_", "token$production$", (16, LOWER), "$", (32, HEX))),
    ("facebook-token", shape("E", "AA", (120, "bcdefgh7890XYZ"))),
    ("razorpay-key", shape("r", "zp_live_", (14, BASE62))),
    ("notion-token", shape("s", "ecret_", (43, BASE62))),
    ("notion-token", shape("n", "tn_", (46, BASE62))),
    ("airtable-token", shape("p", "at", (14, BASE62), ".", (64, HEX))),
    ("grafana-token", shape("g", "lc_", (60, BASE62), "=")),
    ("grafana-token", shape("g", "lsa_", (32, BASE62), "_", (8, HEX))),
    ("sentry-token", shape("s", "ntrys_", (120, BASE62), "=_", (43, BASE62))),
    ("new-relic-key", shape("N", "RAK-", (27, UPPER))),
    ("dynatrace-token", shape("d", "t0c01.", (24, UPPER), ".", (64, UPPER))),
    ("contentful-token", shape("C", "FPAT-", (43, URLSAFE))),
    ("hubspot-token", shape("p", "at-na1-", uuid(random.Random(2)))),
    ("dropbox-token", shape("s", "l.", (135, URLSAFE))),
    ("typeform-token", shape("t", "fp_", (44, URLSAFE))),
    ("adafruit-key", shape("a", "io_", (28, BASE62))),
    ("prefect-key", shape("p", "nu_", (36, LOWER))),
    ("mapbox-token", shape("s", "k.eyJ", (60, BASE62), ".", (22, BASE62))),
    ("age-secret-key", shape("AGE-SECRET", "-KEY-1", (58, "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L"))),
]

CONTEXTS: dict[str, str] = {
    "alone": "{}",
    "start": "{} is what the mail said",
    "end": "the mail said {}",
    "sentence": "I used {}, and then it worked.",
    "full stop": "It was {}.",
    "parentheses": "the old one ({}) is revoked",
    "quotes": 'export X="{}"',
    "single quotes": "x = '{}'",
    "backticks": "use `{}` here",
    "bold": "**{}**",
    "strike": "~~{}~~",
    "highlight": "=={}==",
    "table": "| service | value |\n|---|---|\n| one | {} |\n",
    "tight table": "|one|{}|two|",
    "table with backticks": "| one | `{}` |",
    "list": "- item\n    - {}\n",
    "task": "- [ ] rotate {}",
    "quote": "> [!warning] Old\n> {}\n",
    "frontmatter": "---\ntitle: x\nservice_value: {}\n---\n\nbody",
    "yaml": "services:\n  one:\n    value: {}\n",
    "yaml list": "values:\n  - {}\n",
    "json": '{{"a": 1, "value": "{}"}}',
    "escaped json": '"{{\\"value\\": \\"{}\\"}}"',
    "env": "MY_SERVICE={}\n",
    "fence": "```sh\nrun --with {}\n```\n",
    "indented code": "text\n\n    run {}\n",
    "query": "https://api.example.org/v1?x=1&value={}&y=2",
    "url path": "https://api.example.org/bot/{}/send",
    "link": "[docs](https://example.org/a) {}",
    "link target": "[docs](https://example.org/?t={})",
    "wiki link": "[[note]] {}",
    "html": "<td>{}</td>",
    "comment": "%%{}%%",
    "header": "X-Auth: {}",
    "colon": "value:{}",
    "two on a line": "{0} {0}",
    "comma": "{0},{0}",
    "wide text": "o código é «{}», não é?",
    "tabs": "one\t{}\ttwo",
}


def remains(token: str, text: str) -> list[str]:
    """Runs of 12 characters of the token that are still there, the fixed part of a webhook's address aside."""
    known = (
        "hooks.slack.com/services/",
        "discord.com/api/webhooks/",
        "discordapp.com/api/webhooks/",
        "AccountKey=",
        "sig=",
    )
    runs = [token[at : at + 12] for at in range(len(token) - 11)]
    return [run for run in runs if run in text and not any(run in prefix for prefix in known)]


@pytest.mark.parametrize("context", CONTEXTS)
def test_every_vendors_token_goes_in_every_place(context: str) -> None:
    rng = random.Random(context)
    wrong = []
    for name, make in MAKERS:
        token = make(rng)
        note = CONTEXTS[context].format(token)
        done = redact(note)
        if remains(token, done.text) or not done.counts.get(name) or redact(done.text).text is not done.text:
            wrong.append((name, note, done))
        assert done.text.count("\n") == note.count("\n")
    assert not wrong


def test_every_row_of_the_table_has_a_maker() -> None:
    made = {name for name, _ in MAKERS}
    rare = {"tencent-key-id", "teams-webhook", "flutterwave-key", "easypost-key", "readme-key", "duffel-token",
            "google-refresh-token"}  # fmt: skip
    assert {vendor.name for vendor in VENDORS} == (made | rare) - {"telegram-token"}


def test_the_text_around_a_token_stays() -> None:
    token = MAKERS[17][1](random.Random(5))
    assert redact(f"see ({token}), please").text == "see ([REDACTED:github-token]), please"
    assert redact(f"{token}\n{token}").text == "[REDACTED:github-token]\n[REDACTED:github-token]"


#: Their prefix is short or a word's end, so a letter in front of it means something else.
TIGHT = {
    "1password-token", "adafruit-key", "airtable-token", "alibaba-key-id", "aws-bedrock-key", "azure-client-secret",
    "azure-devops-token", "azure-sas-signature", "azure-storage-key", "cloudflare-token", "crates-io-token",
    "discord-token", "dropbox-token", "facebook-token", "fly-token", "google-oauth-token", "hubspot-token",
    "jfrog-key", "mailchimp-key", "mailgun-key", "mapbox-token", "notion-token", "nuget-key", "openshift-token",
    "paypal-token", "prefect-key", "razorpay-key", "replicate-token", "resend-key", "sourcegraph-token",
    "square-token", "telegram-token", "twilio-key", "typeform-token", "vercel-token",
}  # fmt: skip


#: Known by their length alone, so that nothing may be glued to them.
EXACT = {"nuget-key", "crates-io-token", "adafruit-key", "mailgun-key", "mailchimp-key", "twilio-key"}


@pytest.mark.parametrize("glue", ["x", "-", "_", "é", "/", ".", "word"])
def test_a_telling_prefix_counts_even_when_glued_to_something(glue: str) -> None:
    rng = random.Random(6)
    wrong = []
    for name, make in MAKERS:
        if name in EXACT:
            continue
        token = make(rng)
        notes = [token + glue] if name in TIGHT else [glue + token, token + glue, glue + token + glue]
        wrong += [(name, note) for note in notes if remains(token, redact(note).text) and not token.endswith("=")]
    assert not wrong


def test_a_token_at_any_offset_of_a_text_leaves_no_piece() -> None:
    token = "gh" + "p_" + "".join(random.Random(7).choices(BASE62, k=36))
    filler = "The quick brown fox jumps over the lazy dog; ação, *sim* `não` 42.\n" * 6
    for at in range(len(filler)):
        done = redact(filler[:at] + token + filler[at:])
        assert not remains(token, done.text), at


def test_tokens_longer_than_usual_go_whole() -> None:
    rng = random.Random(8)
    for name, make in MAKERS:
        if name in {
            "github-token",
            "openai-key",
            "anthropic-key",
            "gitlab-token",
            "npm-token",
            "slack-token",
            "stripe-key",
        }:
            token = make(rng) + "".join(rng.choices(BASE62, k=200))
            assert not remains(token, redact(f"it is {token}, really").text), name


@pytest.mark.parametrize("invisible", ["\u200b", "\u200c", "\u200d", "\u2060", "\ufeff", "\u00ad"])
def test_invisible_characters_inside_do_not_hide_a_token(invisible: str) -> None:
    token = "gh" + "p_" + "".join(random.Random(9).choices(BASE62, k=36))
    broken = token[:9] + invisible + token[9:22] + invisible + token[22:]
    assert redact(f"a {broken} b").text == "a [REDACTED:github-token] b"


@pytest.mark.parametrize(
    "text",
    [
        "gh" + "p_" + "x" * 36,
        "s" + "k-" + "X" * 40,
        "s" + "k-your-api-key-here-please-and-thanks",
        "xo" + "xb-your-token-goes-here-0000",
        "hooks.sl" + "ack.com/services/T00000000/B00000000/" + "X" * 24,
        "s" + "k_live_...",
        "<div class='s" + "k-folding-cube-animation-wrapper-2'>",
        "the gh" + "p_ prefix and the glp" + "at- prefix tell tokens",
        "task-2024-10-12-something-really-long-and-hyphenated",
        "risk-assessment-of-the-new-building-2023-final-version",
        "secret_handshake_of_the_brotherhood_of_the_seven_stars",
        "/en-US/docs/Web/API/WebGL2RenderingContext/drawArraysInstanced",
    ],
)
def test_what_only_resembles_a_token_stays(text: str) -> None:
    assert redact(text).text is text
