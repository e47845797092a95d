"""The filter as a whole, and the detectors that know a secret by where it stands. All secrets are made at run time."""

import base64
import random
from dataclasses import FrozenInstanceError

import pytest

from fake_secrets import BASE62, BASE64, HEX, KEY, PASSWORD, made, pem
from luneta.core.redact import REDACTOR_VERSION, Redacted, fingerprint, redact


class TestContract:
    def test_a_text_without_a_secret_is_handed_back_itself(self) -> None:
        text = "Nothing here.\n" * 3
        assert redact(text).text is text
        assert redact(text).counts == {}
        assert redact("").text == ""

    def test_counts_say_which_pattern_fired_how_often(self) -> None:
        done = redact(f"password: {PASSWORD}\npwd = '{PASSWORD}x'\napi_key = {KEY}\n")
        assert done.counts == {"password-assignment": 2, "secret-assignment": 1}

    def test_the_result_cannot_be_changed(self) -> None:
        with pytest.raises(FrozenInstanceError):
            redact("x").text = "y"  # type: ignore[misc]
        assert redact("x") == Redacted("x", {})

    def test_the_fingerprint_tells_the_version_and_stays(self) -> None:
        assert fingerprint().startswith(f"{REDACTOR_VERSION}-")
        assert fingerprint() == fingerprint()

    @pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
    def test_the_number_of_lines_stays(self, line_end: str) -> None:
        text = line_end.join(["a", *pem("RSA PRIVATE KEY", 5), f"password: {PASSWORD}", "b", ""])
        done = redact(text)
        assert len(done.text.splitlines()) == len(text.splitlines())
        assert done.text.splitlines()[-1] == "b"
        assert done.text.count("\r") == text.count("\r")

    def test_a_block_at_the_end_of_the_text_leaves_a_mark_on_the_last_line_too(self) -> None:
        text = "\n".join(["a", *pem("RSA PRIVATE KEY", 2)])
        mark = "[REDACTED:private-key]"
        assert redact(text).text == f"a\n{mark}\n\n\n\n{mark}"
        assert redact(text).counts == {"private-key": 1}
        assert len(redact(text).text.splitlines()) == len(text.splitlines())

    def test_marks_already_there_stay_as_they_are(self) -> None:
        text = "password: [REDACTED:password-assignment] | [REDACTED:secret-assignment]: [REDACTED:jwt]\n"
        assert redact(text).text is text
        row = f"| [REDACTED:password-assignment] | {made(2, 9)} |"
        assert redact(row).text is row

    def test_a_vendors_name_wins_over_what_the_name_in_front_promises(self) -> None:
        token = "gh" + "p_" + made(4, 36)
        assert redact(f"password: {token}").text == "password: [REDACTED:github-token]"
        assert redact(f"Authorization: Bearer {token}").text == "Authorization: Bearer [REDACTED:github-token]"

    def test_lone_surrogates_and_nul_do_no_harm(self) -> None:
        assert redact(f"\udc80\x00 password: {PASSWORD} \ud800").text == (
            "\udc80\x00 password: [REDACTED:password-assignment] \ud800"
        )


class TestHeadersAndTokens:
    def test_json_web_tokens(self) -> None:
        token = "ey" + "J" + made(1, 30) + ".ey" + "J" + made(2, 80) + "." + made(3, 43)
        for text in (token, f"`{token}`", f"| a | {token} |", f"token={token}&x=1", f"Authorization: Bearer {token}"):
            assert redact(text).text == text.replace(token, "[REDACTED:jwt]")

    @pytest.mark.parametrize("name", ["Authorization", "authorization", "Proxy-Authorization", '"Authorization"'])
    @pytest.mark.parametrize("kind", ["Bearer", "bearer", "Token", "ApiKey"])
    def test_bearer(self, name: str, kind: str) -> None:
        assert redact(f"{name}: {kind} {KEY}\n").text == f"{name}: {kind} [REDACTED:bearer-token]\n"

    def test_bearer_elsewhere(self) -> None:
        assert redact(f"curl -H 'Authorization: Bearer {KEY}' x").text == (
            "curl -H 'Authorization: Bearer [REDACTED:bearer-token]' x"
        )
        assert redact(f"it wants `Bearer {KEY}`").text == "it wants `Bearer [REDACTED:bearer-token]`"

    def test_basic(self) -> None:
        value = base64.b64encode(f"alice:{PASSWORD}".encode()).decode()
        assert redact(f"Authorization: Basic {value}").text == "Authorization: Basic [REDACTED:basic-auth]"
        assert redact(f"header `Basic {value}`").text == "header `Basic [REDACTED:basic-auth]`"
        assert (
            redact(f"curl -u alice:{PASSWORD} https://x.org").text
            == "curl -u alice:[REDACTED:basic-auth] https://x.org"
        )

    @pytest.mark.parametrize(
        "text",
        [
            "Authorization: Bearer <token>",
            "Authorization: Bearer ${TOKEN}",
            "Authorization: Bearer YOUR_ACCESS_TOKEN",
            "Authorization: Basic <credentials>",
            "Authorization: Digest username=<username>",
            "see `Basic Operations for Tables` and Basic dXNlcm5hbWU6cGFzc3dvcmQ=",
            "basic authentication and bearer authentication are explained below",
            "the bearer of this letter is my friend; basic understanding helps",
            "docker run -u 1000:1000 curl",
        ],
    )
    def test_talk_of_headers_stays(self, text: str) -> None:
        assert redact(text).text is text


class TestUrls:
    @pytest.mark.parametrize(
        ("text", "want"),
        [
            ("redis://:Zx9-q@cache/0", "redis://:[REDACTED:database-url]@cache/0"),
            ("mysql://r:p@ss@db/x", "mysql://r:[REDACTED:database-url]@db/x"),
            ("postgres://u:a/b@h:5432/d?x=1", "postgres://u:[REDACTED:database-url]@h:5432/d?x=1"),
            ("mongodb+srv://u:h7Kq@c.example.net/", "mongodb+srv://u:[REDACTED:database-url]@c.example.net/"),
            ("jdbc:postgresql://u:h7Kq@h/d", "jdbc:postgresql://u:[REDACTED:database-url]@h/d"),
            ("amqp://guest:guest@localhost", "amqp://guest:[REDACTED:database-url]@localhost"),
            (
                "DATABASE_URL=postgres://a:b9@localhost/d",
                "DATABASE_URL=postgres://a:[REDACTED:database-url]@localhost/d",
            ),
            ("https://bob:h7Kq@example.org/x", "https://bob:[REDACTED:url-credentials]@example.org/x"),
            ("ftp://bob:h7Kq@10.0.0.1", "ftp://bob:[REDACTED:url-credentials]@10.0.0.1"),
            ("smtp://me@x.org:h7Kq@mail.x.org:587", "smtp://me@x.org:[REDACTED:url-credentials]@mail.x.org:587"),
            ("[x](https://bob:h7Kq@example.org/x)", "[x](https://bob:[REDACTED:url-credentials]@example.org/x)"),
            ("| `redis://:a1b2@h` |", "| `redis://:[REDACTED:database-url]@h` |"),
        ],
    )
    def test_the_password_goes_and_the_address_stays(self, text: str, want: str) -> None:
        assert redact(text).text == want
        assert redact(want).text is want

    @pytest.mark.parametrize(
        "text",
        [
            "https://user:password@example.org/",
            "postgres://USER:YOUR_PASSWORD@host/db",
            "mysql://root:${DB_PASSWORD}@db/x and mysql://root:<password>@db/x",
            "https://{username}:{accessToken}@hub.example.org",
            "https://example.org:8080/a@b and http://localhost:3000/@me",
            "https://medium.example/@user:profile",
            "git@github.com:owner/repo.git and ssh://git@host:22/path",
            "https://example.org/?next=a:b@c",
        ],
    )
    def test_placeholders_and_other_colons_stay(self, text: str) -> None:
        assert redact(text).text is text

    @pytest.mark.parametrize(
        "name", ["api_key", "apikey", "access_token", "token", "secret", "client_secret", "auth_token"]
    )
    def test_secrets_in_a_query(self, name: str) -> None:
        done = redact(f"https://x.org/a?b=1&{name}={KEY}&c=2 and https://x.org/?{name}={KEY}#top")
        assert done.text == (
            f"https://x.org/a?b=1&{name}=[REDACTED:secret-assignment]&c=2 and "
            f"https://x.org/?{name}=[REDACTED:secret-assignment]#top"
        )


class TestNotSecrets:
    COMMIT = made(20, 40, HEX).replace("k", "c")
    SHA256 = made(21, 64, HEX).replace("k", "d")
    UUID = "123e4567-e89b-42d3-a456-426614174000"

    @pytest.mark.parametrize(
        "form",
        ["{}", "commit {}", "fixed in `{}`", "commit: {}", "id: {}", "| {} |", "sha256: {}", "see https://x.org/c/{}",
         "The token service was fixed in commit {}.", "The key change is {}", "password reset, see {}", "uuid = '{}'",
         "---\nid: {}\n---", "the secret is out: {}", "checksum={}", "{} is the revision", "digest `{}`"],
    )  # fmt: skip
    def test_commits_hashes_and_uuids_stay(self, form: str) -> None:
        for value in (self.COMMIT, self.SHA256, self.UUID, self.COMMIT[:7], self.UUID.upper()):
            text = form.format(value)
            assert redact(text).text is text

    @pytest.mark.parametrize(
        "text",
        [
            "integrity='sha384-" + made(22, 64, BASE64) + "'",
            '"integrity": "sha512-' + made(22, 86, BASE64) + '=="',
            "script-src 'sha256-" + made(22, 43, BASE64) + "='",
            "script-src 'nonce-" + made(22, 40, BASE62) + "'",
            "![x](data:image/png;base64," + made(23, 400, BASE64) + "==)",
            "url(data:font/woff2;base64," + made(23, 9000, BASE64) + ")",
            "```compressed-json\n" + "\n\n".join(made(24 + at, 256, BASE64) for at in range(9)) + "\n```",
            "https://docs.example.org/d/" + made(25, 44) + "/edit",
            "[x](https://example.org/" + made(25, 60) + ")",
            "SHA256:" + made(26, 43, BASE64),
            "etag: " + made(26, 43),
            '"propertyId": "' + made(26, 40) + '"',
            '"value": "ManagedScalingPolicy-' + "123e4567-e89b-42d3-a456-426614174000" + '"',
            "ELBSecurityPolicy-TLS13-1-2-Ext1-2021-06",
            "123456789012:a1b2c3d4-5678-90ab-cdef-426614174000",
            '"token": "' + made(26, 20) + 'EXAMPLE"',
            "Tasks-Demo-VerifyCommit-Build1367-Run1-OfTheSecondSeries2",
            "T02_S01_2025-09-28_o_portal_do_gelo_e_da_Neve_Eterna_v2",
            "HTMLInputElement2DRenderingContextWithVeryLongName3D",
            base64.b64encode(b"Base 64 is a way to write bytes as letters").decode(),
        ],
    )
    def test_what_is_random_but_public_or_no_more_than_a_name_stays(self, text: str) -> None:
        assert redact(text).text is text

    def test_random_base64_alone_goes(self) -> None:
        for length in (44, 64, 88):
            value = base64.b64encode(random.Random(length).randbytes(length * 3 // 4)).decode()
            for text in (value, f"`{value}`", f"| a | {value} |", f"- {value}", f"({value})"):
                assert redact(text).text == text.replace(value, "[REDACTED:high-entropy-base64]")
