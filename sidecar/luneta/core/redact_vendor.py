"""Tokens that their makers gave a shape of their own: a prefix, a length, an alphabet.

Each row is a name (stable: it is shown to people and kept in the log), the literals of which one must be there
before the expression is tried, and the expression. Lengths are minima: makers lengthen their tokens, and whatever
is glued to the end of a token goes with it. A row is `loose` if its prefix is so telling that it counts even
when glued to a letter in front of it. The first row that matches names the secret.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from luneta.core.redact_value import has_uuid
from luneta.core.redact_view import Span, View


@dataclass(frozen=True, slots=True)
class Vendor:
    """A row of the table.

    `pattern` is matched `back` characters before one of `anchors`; its group, if it has one, is the secret.
    """

    name: str
    anchors: tuple[str, ...]
    pattern: re.Pattern[str]
    back: int = 0


_W = "[A-Za-z0-9_-]"
_A = "[A-Za-z0-9]"
_H = "[0-9a-fA-F]"


def _tight(name: str, anchors: str, pattern: str, back: int = 0) -> Vendor:
    return Vendor(name, tuple(anchors.split()), re.compile(rf"(?<![A-Za-z0-9])(?:{pattern})"), back)


def _loose(name: str, anchors: str, pattern: str, back: int = 0) -> Vendor:
    return Vendor(name, tuple(anchors.split()), re.compile(pattern), back)


VENDORS: tuple[Vendor, ...] = (
    # Models and their hosts.
    _loose("anthropic-key", "sk-ant-", rf"sk-ant-{_W}{{20,}}"),
    _loose("openrouter-key", "sk-or-", rf"sk-or-{_W}{{20,}}"),
    _loose("langfuse-key", "sk-lf-", rf"sk-lf-{_W}{{20,}}"),
    _loose("openai-key", "sk-proj- sk-svcacct- sk-admin- sk-None-", rf"sk-(?:proj|svcacct|admin|None)-{_W}{{20,}}"),
    _loose("openai-key", "sk-", r"sk-(?=[A-Za-z]*[0-9])(?=[a-z0-9]*[A-Z])(?=[A-Z0-9]*[a-z])[A-Za-z0-9]{32,}"),
    _tight("openai-key", "sk-", rf"sk-(?=[A-Za-z]*[0-9])(?:{_A}{{20,}}{_W}*|{_A}{{1,12}}-{_A}{{24,}}{_W}*)"),
    _loose("hugging-face-token", "hf_", rf"(?<![A-Z0-9])hf_{_A}{{30,}}"),
    _loose("hugging-face-token", "api_org_", rf"api_org_{_A}{{30,}}"),
    _loose("groq-key", "gsk_", rf"gsk_{_A}{{40,}}"),
    _loose("xai-key", "xai-", rf"xai-{_A}{{40,}}"),
    _tight("replicate-token", "r8_", rf"r8_{_A}{{30,}}"),
    _loose("perplexity-key", "pplx-", rf"pplx-{_A}{{30,}}"),
    _loose("pinecone-key", "pcsk_", rf"pcsk_{_W}{{40,}}"),
    _loose("tavily-key", "tvly-", rf"tvly-{_W}{{20,}}"),
    _loose("langsmith-key", "lsv2_", rf"lsv2_(?:pt|sk)_{_W}{{32,}}"),
    # Code and packages.
    _loose("github-fine-grained-token", "github_pat_", r"github_pat_[A-Za-z0-9_]{22,}"),
    _loose("github-token", "ghp_", rf"ghp_{_A}{{30,}}"),
    _loose("github-oauth-token", "gho_", rf"gho_{_A}{{30,}}"),
    _loose("github-app-token", "ghu_ ghs_", r"gh[us]_(?:[A-Za-z0-9]{30,}|[A-Za-z0-9_.-]{80,})"),
    _loose("github-refresh-token", "ghr_", rf"ghr_{_A}{{30,}}"),
    _loose("gitlab-token", "glpat- gloas- glrt- gldt- glcbt- glptt- glft- glsoat- glagent- glimt- GR1348941",
           rf"(?:gl(?:pat|oas|rt|dt|cbt|ptt|ft|soat|agent|imt)-|GR1348941)[A-Za-z0-9_.-]{{19,}}{_W}"),
    _loose("npm-token", "npm_", rf"npm_{_A}{{30,}}"),
    _loose("pypi-token", "pypi-", rf"pypi-(?=[A-Za-z_-]*[0-9]){_W}{{40,}}"),
    _loose("rubygems-key", "rubygems_", r"rubygems_[0-9a-f]{40,}"),
    _tight("crates-io-token", "cio", rf"cio{_A}{{32}}(?!{_A})"),
    _tight("nuget-key", "oy2", r"oy2[a-z0-9]{43}(?![A-Za-z0-9])"),
    _loose("docker-token", "dckr_", rf"dckr_(?:pat|oat)_{_W}{{20,}}"),
    _loose("atlassian-token", "ATATT3 ATCTT3 ATBB", r"AT(?:ATT3|CTT3)[A-Za-z0-9_=-]{50,}|ATBB[A-Za-z0-9]{28,}"),
    _loose("circleci-token", "CCIPAT_", rf"CCIPAT_{_W}{{30,}}"),
    _loose("buildkite-token", "bkua_", r"bkua_[0-9a-f]{30,}"),
    _loose("sonar-token", "sqp_ squ_ sqa_", r"sq[pua]_[0-9a-f]{40,}"),
    _tight("sourcegraph-token", "sgp_", rf"sgp_(?:{_A}{{1,16}}_)?[0-9a-f]{{40,}}"),
    _loose("postman-key", "PMAK-", rf"PMAK-{_A}{{20,}}{_W}*"),
    _tight("jfrog-key", "AKCp", rf"AKCp{_A}{{65,}}"),
    _loose("linear-key", "lin_api_ lin_oauth_", rf"lin_(?:api|oauth)_{_A}{{32,}}"),
    _loose("figma-token", "figd_ figo_ figu_", rf"fig[dou]_{_W}{{32,}}"),
    # Clouds and hosting.
    _loose("aws-key-id", "AKIA ASIA ABIA ACCA", r"(?<![A-Z0-9])A(?:KI|SI|BI|CC)A[A-Z0-9]{16,}"),
    _tight("aws-bedrock-key", "ABSK bedrock-api-key-", r"(?:bedrock-api-key-|ABSK)[A-Za-z0-9+/=]{60,}"),
    _loose("google-api-key", "AIza", rf"AIza{_W}{{35,}}"),
    _loose("google-oauth-secret", "GOCSPX-", rf"GOCSPX-{_W}{{20,}}"),
    _tight("google-oauth-token", "ya29.", rf"ya29\.{_W}{{30,}}[A-Za-z0-9_.-]*"),
    _tight("google-refresh-token", "1//0", rf"1//0{_W}{{40,}}"),
    _loose("azure-storage-key", "AccountKey=", r"AccountKey=([A-Za-z0-9+/%]{40,}={0,2})"),
    _tight("azure-sas-signature", "sig=", r"sig=([A-Za-z0-9%+/_-]{30,}={0,2})"),
    _loose("azure-client-secret", "Q~", r"(?<![A-Za-z0-9_.-])[A-Za-z0-9_.~-]{3}[0-9]Q~[A-Za-z0-9_.~-]{31,}", back=4),
    _tight("azure-devops-token", "AZDO", rf"{_A}{{76}}AZDO{_A}{{4}}(?!{_A})", back=76),
    _loose("digitalocean-token", "dop_v1_ doo_v1_ dor_v1_", r"do[opr]_v1_[0-9a-fA-F]{40,}"),
    _tight("cloudflare-token", "v1.0-", rf"v1\.0-{_H}{{24}}-{_H}{{100,}}"),
    _tight("cloudflare-token", "cfut_ cfat_ cfk_", rf"cf(?:ut|at|k)_{_W}{{30,}}"),
    _loose("heroku-key", "HRKU-", rf"HRKU-{_W}{{30,}}"),
    _loose("netlify-token", "nfp_ nfc_ nfo_ nfb_ nfu_", rf"nf[pcobu]_{_A}{{30,}}"),
    _tight("vercel-token", "vercel_ vcp_ vci_ vca_ vcr_ vck_",
           rf"vercel_[a-z]{{2,6}}_[a-z]{{2,4}}_{_W}{{20,}}|vc[piark]_{_A}{{24,}}"),
    _loose("supabase-key", "sbp_ sb_secret_", rf"(?:sbp_(?:v0_)?|sb_secret_){_W}{{30,}}"),
    _loose("planetscale-token", "pscale_", rf"pscale_(?:tkn|pw|oauth)_{_W}{{30,}}"),
    _loose("neon-key", "napi_", rf"napi_{_A}{{40,}}"),
    _tight("fly-token", "fo1_ fm1r_ fm1a_ fm2_", rf"(?:fo1_{_W}{{40,}}|fm(?:1[ar]|2)_[A-Za-z0-9+/=_-]{{80,}})"),
    _loose("terraform-token", ".atlasv1.", rf"{_A}{{14}}\.atlasv1\.{_W}{{40,}}", back=14),
    _loose("vault-token", "hvs. hvb. hvr.", rf"hv[sbr]\.{_W}{{24,}}"),
    _loose("doppler-token", "dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.",
           rf"dp\.(?:pt|st|ct|sa|scim|audit)\.(?:{_W}{{1,32}}\.)?{_A}{{30,}}"),
    _loose("pulumi-token", "pul-", r"pul-[0-9a-f]{40,}"),
    _loose("tailscale-key", "tskey-", rf"tskey-(?:[a-z]{{2,12}}-)?{_A}{{8,}}(?:-{_A}{{16,}})?"),
    _tight("alibaba-key-id", "LTAI", rf"LTAI{_A}{{16,}}"),
    _tight("tencent-key-id", "AKID", rf"AKID{_A}{{32,}}"),
    _tight("openshift-token", "sha256~", rf"sha256~{_W}{{43,}}"),
    _tight("1password-token", "ops_eyJ", r"ops_eyJ[A-Za-z0-9+/=_-]{60,}"),
    _loose("databricks-token", "dapi", r"dapi[0-9a-z]{32,}(?:-[0-9])?"),
    # Messages and mail.
    _loose("slack-token", "xoxb- xoxp- xoxa- xoxr- xoxs- xoxo- xoxe- xoxc- xoxd- xoxe.",
           r"xox[a-z](?:\.xox[a-z])?-[A-Za-z0-9%-]{16,}"),
    _loose("slack-token", "xapp-", rf"xapp-[0-9]-{_W}{{20,}}"),
    _loose("slack-webhook", "hooks.slack.com/ hooks.slack-gov.com/",
           r"hooks\.slack(?:-gov)?\.com/(?:services|workflows|triggers)/[A-Za-z0-9+/_-]{20,}"),
    _loose("discord-webhook", "discord.com/api/webhooks/ discordapp.com/api/webhooks/",
           rf"discord(?:app)?\.com/api/webhooks/[0-9]{{10,}}/{_W}{{30,}}"),
    _loose("teams-webhook", "webhook.office.com/", r"webhook\.office\.com/webhookb2/[A-Za-z0-9@/_-]{60,}"),
    _tight("discord-token", "mfa.", rf"mfa\.{_W}{{80,}}"),
    _loose("sendgrid-key", "SG.", rf"SG\.{_W}{{16,64}}\.{_W}{{32,}}"),
    _tight("mailgun-key", "key-", r"key-[0-9a-f]{32}(?![0-9A-Za-z])"),
    _tight("mailchimp-key", "-us", r"[0-9a-f]{32}-us[0-9]{1,2}(?![0-9A-Za-z])", back=32),
    _loose("brevo-key", "xkeysib- xsmtpsib-", rf"x(?:key|smtp)sib-[0-9a-f]{{40,}}{_W}*"),
    _tight("resend-key", "re_", rf"re_(?=[A-Za-z_]*[0-9]){_A}{{8}}_{_A}{{20,}}"),
    _tight("twilio-key", "SK AC", r"(?:SK|AC)[0-9a-f]{32}(?![0-9A-Za-z])"),
    # Money and shops.
    _loose("stripe-key", "sk_live_ sk_test_ rk_live_ rk_test_ sk_org_", rf"[sr]k_(?:live|test|org)_{_W}{{16,}}"),
    _loose("stripe-webhook-secret", "whsec_", r"whsec_[A-Za-z0-9+/=]{24,}"),
    _loose("shopify-token", "shpat_ shpca_ shppa_ shpss_ shptka_", rf"shp(?:at|ca|pa|ss|tka)_{_A}{{30,}}"),
    _tight("square-token", "sq0", rf"sq0[a-z]{{3}}-{_W}{{22,}}"),
    _tight("square-token", "EAAA", rf"EAAA{_W}{{56,}}"),
    _tight("paypal-token", "access_token$", r"access_token\$(?:production|sandbox)\$[0-9a-z]{10,}\$[0-9a-f]{32}"),
    _tight("facebook-token", "EAA", rf"EAA{_A}{{80,}}"),
    _tight("flutterwave-key", "FLWSECK", rf"FLWSECK(?:_TEST)?-{_W}{{12,}}"),
    _tight("razorpay-key", "rzp_", rf"rzp_(?:live|test)_{_A}{{14,}}"),
    _tight("easypost-key", "EZAK EZTK", rf"EZ[AT]K{_A}{{54,}}"),
    # Watching and documents.
    _tight("notion-token", "secret_", rf"secret_(?=[A-Za-z]*[0-9]){_A}{{32,}}"),
    _tight("notion-token", "ntn_", rf"ntn_{_A}{{32,}}"),
    _tight("airtable-token", "pat", rf"pat{_A}{{14}}\.[0-9a-f]{{64}}"),
    _loose("grafana-token", "glc_ glsa_", r"gl(?:c_[A-Za-z0-9+/=]{32,}|sa_[A-Za-z0-9_]{32,})"),
    _loose("sentry-token", "sntrys_ sntryu_", r"sntry[su]_[A-Za-z0-9+/=_-]{40,}"),
    _loose("new-relic-key", "NRAK- NRII- NRJS- NRAA-", rf"NR(?:AK|II|JS|AA)-{_W}{{19,}}"),
    _loose("dynatrace-token", "dt0", rf"dt0[a-z][0-9]{{2}}\.{_A}{{24}}\.{_A}{{60,}}"),
    _loose("contentful-token", "CFPAT-", rf"CFPAT-{_W}{{40,}}"),
    _tight("hubspot-token", "pat-na pat-eu pat-ap", rf"pat-(?:na|eu|ap)[0-9]-{_H}{{8}}-(?:{_H}{{4}}-){{3}}{_H}{{12}}"),
    _tight("dropbox-token", "sl.", rf"sl\.(?:u\.)?{_W}{{100,}}"),
    _tight("typeform-token", "tfp_", rf"tfp_{_W}{{40,}}"),
    _tight("adafruit-key", "aio_", rf"aio_{_A}{{28}}(?!{_A})"),
    _tight("prefect-key", "pnu_ pnb_", rf"pn[ub]_{_A}{{36,}}"),
    _tight("readme-key", "rdme_", r"rdme_[a-z0-9]{70,}"),
    _tight("duffel-token", "duffel_", rf"duffel_(?:test|live)_{_W}{{40,}}"),
    _tight("mapbox-token", "sk.eyJ", rf"sk\.eyJ{_W}{{20,}}\.{_W}{{20,}}"),
    _loose("age-secret-key", "AGE-SECRET-KEY-", rf"(?i:AGE-SECRET-KEY-(?:PQ-)?1){_A}{{40,}}"),
)  # fmt: skip


def _by_sign() -> dict[str, list[tuple[int, str]]]:
    grouped: dict[str, list[tuple[int, str]]] = {}
    for order, vendor in enumerate(VENDORS):
        for anchor in vendor.anchors:
            sign = next((character for character in anchor if not character.isalnum()), "")
            grouped.setdefault(sign, []).append((order, anchor))
    return grouped


#: The literals by a sign in them: plain base64 holds none, so that most need not be looked for in it.
_BY_SIGN = _by_sign()

#: Shapes without a literal of their own, tried where a run of the right length has the right neighbour.
_TELEGRAM = re.compile(rf"(?<![0-9])[0-9]{{6,16}}:(?=[A-Za-z_-]*[0-9]){_W}{{34,}}")
_DISCORD = re.compile(rf"(?<![A-Za-z0-9])[MNO]{_W}{{23,27}}\.{_W}{{6}}\.{_W}{{27,}}")
_MAILGUN = re.compile(r"[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}(?![0-9A-Za-z-])")
_MAILGUN_LENGTH = 50

#: A token that says itself that it is none.
_NO_TOKEN = re.compile(r"[xX]{6}|0{12}|\*{3}|your[_-]?|placeholder|[_-]here\b|redacted", re.IGNORECASE)
#: The secret that belongs to an AWS key id has no shape but its length, so it is looked for close behind one.
_AWS_SECRET = re.compile(
    r"(?<![A-Za-z0-9/+=])(?=[a-z0-9/+]*[A-Z])(?=[A-Z0-9/+]*[a-z])[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])"
)
_AWS_REACH = 160


def vendor_spans(seen: View) -> Iterator[Span]:
    """Every vendor's tokens in the text, in the order of the table; spans may overlap."""
    hay = seen.hay
    if not hay:
        return
    for order, anchor in sorted(_present(hay)):
        yield from _of(VENDORS[order], anchor, seen.text)
    yield from _shapes(seen)


def _present(hay: str) -> Iterator[tuple[int, str]]:
    for sign, anchors in _BY_SIGN.items():
        if sign in hay:
            for order, anchor in anchors:
                if anchor in hay:
                    yield order, anchor


def _of(vendor: Vendor, anchor: str, text: str) -> Iterator[Span]:
    at = text.find(anchor)
    while at >= 0:
        after = at + len(anchor)
        found = vendor.pattern.match(text, at - vendor.back) if at >= vendor.back else None
        if found and not _NO_TOKEN.search(text, *found.span()):
            yield Span(*found.span(found.re.groups), vendor.name)
            after = max(after, found.end())
            if vendor.name == "aws-key-id":
                yield from _aws_secrets(text, after)
        at = text.find(anchor, after)


def _aws_secrets(text: str, start: int) -> Iterator[Span]:
    for found in _AWS_SECRET.finditer(text, start, start + _AWS_REACH):
        yield Span(found.start(), found.end(), "aws-secret-key")


def _shapes(seen: View) -> Iterator[Span]:
    text = seen.text
    for start, end in seen.runs:
        found = None
        name = ""
        length = end - start
        if length >= 34 and start > 6 and text[start - 1] == ":":
            digits = start - 1
            while digits > max(0, start - 18) and "0" <= text[digits - 1] <= "9":
                digits -= 1
            found, name = _TELEGRAM.match(text, digits), "telegram-token"
        elif 24 <= length <= 28 and text.startswith(".", end):
            found, name = _DISCORD.match(text, start), "discord-token"
        elif length == _MAILGUN_LENGTH:
            found, name = _MAILGUN.match(text, start), "mailgun-key"
        if found and not _NO_TOKEN.search(text, *found.span()) and not has_uuid(found.group()):
            yield Span(found.start(), found.end(), name)
