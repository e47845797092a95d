"""The filter as a whole, and the detectors that know a secret by where it stands. All secrets are made at run time."""

import base64
import random
import string
import time
from dataclasses import FrozenInstanceError

import pytest

from luneta.core.redact import REDACTOR_VERSION, Redacted, fingerprint, redact

BASE62 = string.ascii_letters + string.digits
BASE64 = BASE62 + "+/"
HEX = "0123456789abcdef"


def made(seed: int, length: int, alphabet: str = BASE62) -> str:
    """Random, with a letter and a digit in front, so that no draw is without either."""
    return "k4" + "".join(random.Random(seed).choices(alphabet, k=length - 2))


PASSWORD = "Zx9" + "-q!" + "tR4"
KEY = made(1, 32)
DASHES = "-" * 5


def pem(label: str, lines: int, *, seed: int = 3, end: bool = True) -> list[str]:
    body = [made(seed + at, 64, BASE64) for at in range(lines)] + [made(seed, 26, BASE64) + "=="]
    return [f"{DASHES}BEGIN {label}{DASHES}", *body, *([f"{DASHES}END {label}{DASHES}"] if end else [])]


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


class TestPrivateKeys:
    LABELS = ("PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY", "DSA PRIVATE KEY", "ENCRYPTED PRIVATE KEY",
              "OPENSSH PRIVATE KEY", "PGP PRIVATE KEY BLOCK")  # fmt: skip

    @pytest.mark.parametrize("label", LABELS)
    @pytest.mark.parametrize("end", [True, False])
    @pytest.mark.parametrize("prefix", ["", "    ", "> ", "> > ", "\t", "- ", "  | ", "# ", "// "])
    def test_no_line_of_a_block_survives(self, label: str, end: bool, prefix: str) -> None:
        lines = pem(label, 12, end=end)
        text = "\n".join(["before", *(prefix + line for line in lines), "", "After it comes prose, as before."])
        done = redact(text)
        assert not [line for line in lines if line in done.text]
        assert done.text.startswith(f"before\n{prefix}[REDACTED:")
        assert done.text.endswith("\nAfter it comes prose, as before.")
        assert done.text.count("\n") == text.count("\n")
        assert redact(done.text).text is done.text

    def test_names(self) -> None:
        for label, name in [("OPENSSH PRIVATE KEY", "ssh-private-key"), ("PGP PRIVATE KEY BLOCK", "pgp-private-key")]:
            assert redact("\n".join(pem(label, 3))).counts == {name: 1}
        assert redact("\n".join(pem("EC PRIVATE KEY", 3))).counts == {"private-key": 1}

    @pytest.mark.parametrize("newline", ["\\n", "\\r\\n", "\\\\n", " "])
    @pytest.mark.parametrize("end", [True, False])
    def test_a_block_within_a_string(self, newline: str, end: bool) -> None:
        lines = pem("PRIVATE KEY", 6, end=end)
        text = f'{{"type": "service_account", "private_key": "{newline.join(lines)}{newline}", "x": "y"}}'
        done = redact(text)
        if newline != " " or end:
            assert not [line for line in lines if line in done.text], done.text
            assert done.text.endswith('"x": "y"}')

    def test_headers_and_blank_lines_within(self) -> None:
        begin, *rest = pem("RSA PRIVATE KEY", 4)
        headers = ["Proc-Type: 4,ENCRYPTED", f"DEK-Info: AES-128-CBC,{made(9, 32, '0123456789ABCDEF')}", ""]
        text = "\n".join([begin, *headers, *rest, ""])
        assert redact(text).text == "[REDACTED:private-key]" + "\n" * text.count("\n")
        begin, *rest = pem("PGP PRIVATE KEY BLOCK", 4, end=False)
        text = "\n".join(
            [begin, "Version: GnuPG v2", "Comment: made for a test", "", *rest, "=k4Xy", "", "A sentence."]
        )
        assert redact(text).text == "[REDACTED:pgp-private-key]" + "\n" * (text.count("\n")) + "A sentence."

    def test_crlf(self) -> None:
        lines = pem("OPENSSH PRIVATE KEY", 5, end=False)
        done = redact("\r\n".join([*lines, "", "It goes on here."]))
        assert not [line for line in lines if line in done.text]
        assert done.text.endswith("\r\nIt goes on here.")

    def test_two_blocks_the_first_without_an_end(self) -> None:
        lines = [*pem("RSA PRIVATE KEY", 3, end=False), "some words between them", *pem("EC PRIVATE KEY", 3, seed=50)]
        done = redact("\n".join(lines))
        assert done.counts == {"private-key": 2}
        assert "some words between them" in done.text

    @pytest.mark.parametrize(
        "text",
        [
            f"It begins with {DASHES}BEGIN PRIVATE KEY{DASHES} and ends with {DASHES}END PRIVATE KEY{DASHES}.",
            f'const head = "{DASHES}BEGIN PRIVATE KEY{DASHES}";\nconst foot = "{DASHES}END PRIVATE KEY{DASHES}";\n',
            f"`{DASHES}BEGIN PRIVATE KEY{DASHES}\\n${{exportedAsBase64}}\\n{DASHES}END PRIVATE KEY{DASHES}`",
            f'"{DASHES}BEGIN PRIVATE KEY{DASHES}\\nXXXX\\nXXXX\\n{DASHES}END PRIVATE KEY{DASHES}"',
            f"{DASHES}BEGIN RSA PRIVATE KEY{DASHES}\n...\n{DASHES}END RSA PRIVATE KEY{DASHES}",
            "\n".join(pem("PUBLIC KEY", 4)),
            "\n".join(pem("CERTIFICATE", 20)),
            "\n".join(pem("PGP PUBLIC KEY BLOCK", 9)),
            "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA" + made(5, 40) + " me@example.org",
            "ssh-rsa AAAAB3NzaC1yc2EAAAADAQAB" + made(5, 340, BASE64) + " me",
            "age1" + made(6, 58, "qpzry9x8gf2tvdw0s3jn54khce6mua7l"),
        ],
    )
    def test_what_only_speaks_of_keys_or_is_public_stays(self, text: str) -> None:
        assert redact(text).text is text


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


class TestAssignments:
    NAMES = (
        "password", "Password", "PASSWORD", "passwd", "pwd", "senha", "Senha", "passphrase", "DB_PASSWORD",
        "db.password", "dbPassword", "MYSQL_PWD", "DB_PASS", "pass", "root-password", "wifi password",
        "Palavra-passe",
    )  # fmt: skip
    KEYS = (
        "api_key", "apikey", "API_KEY", "apiKey", "api-key", "API key", "X-Api-Key", "access_token",
        "accessToken", "token", "auth_token", "secret", "client_secret", "clientSecret", "SECRET_KEY",
        "private_key", "encryption_key", "key", "chave", "chave da API", "token de acesso", "segredo",
        "_authToken", "STRIPE_KEY", "aws_session_token",
    )  # fmt: skip
    FORMS = (
        "{}: {}", "{}={}", "{} = {}", "{}: '{}'", '{} = "{}"', '"{}": "{}"', "{}: `{}`", "`{}`: `{}`",
        "**{}:** {}", "**{}**: {}", "| {} | {} |", "|{}|{}|", "| `{}` | `{}` |", "- {}: {}", "> {}: {}",
        "  {}: {}", "export {}={}", "{} => '{}'", "{} := {}", "---\n{}: {}\n---\n", "```\n{}={}\n```",
        '\\"{}\\": \\"{}\\"', "{}:\n  {}", "*{}*: {}", "{} → {}", "__{}__: {}", "[{}]: {}", "const {} = '{}';",
        "{}: {}, and more", "- [ ] {}: {}",
    )  # fmt: skip

    @pytest.mark.parametrize("form", FORMS)
    def test_passwords(self, form: str) -> None:
        for name in self.NAMES:
            for value in (PASSWORD, "hunter" + "27", "S3nh4" + "Forte!", "Tr0ub4dor" + "&3"):
                text = form.format(name, value)
                want = text.replace(value, "[REDACTED:password-assignment]")
                assert redact(text).text.replace("connection-string", "password-assignment") == want, text
                assert redact(want).text is want

    @pytest.mark.parametrize("form", FORMS)
    def test_keys(self, form: str) -> None:
        for name in self.KEYS:
            for value in (KEY, made(7, 24), made(8, 40), made(8, 43, BASE62 + "-_") + "b", made(9, 64, BASE64)):
                text = form.format(name, value)
                done = redact(text)
                assert value[:12] not in done.text, text
                assert value[-12:] not in done.text, text
                assert redact(done.text).text is done.text

    @pytest.mark.parametrize("name", ["secret", "token", "api key", "key", "senha", "signing_secret"])
    def test_hexadecimal_beside_a_telling_word(self, name: str) -> None:
        value = made(10, 32, HEX).replace("k", "c")
        for form in ("{}: {}", "{} = '{}'", "| {} | {} |", "the {} is {}", "{} `{}`", '"{}": "{}"'):
            text = form.format(name, value)
            assert redact(text).text == text.replace(value, "[REDACTED:high-entropy-hex]"), text

    @pytest.mark.parametrize(
        "text",
        [
            f"my password is {PASSWORD}",
            f"The wifi password is {PASSWORD}",
            f"a senha é {PASSWORD}",
            f"minha senha do banco é {PASSWORD}",
            f"senha do wi-fi: {PASSWORD}",
            f"Password for the router: {PASSWORD}",
            f"the token is {KEY}",
            f"API key {KEY}",
            f"password (router): {PASSWORD}",
        ],
    )
    def test_prose(self, text: str) -> None:
        done = redact(text).text
        assert PASSWORD not in done
        assert KEY not in done

    def test_connection_strings(self) -> None:
        text = f"Server=db;Database=x;User Id=sa;Password={PASSWORD};Encrypt=true"
        assert redact(text).text == text.replace(PASSWORD, "[REDACTED:connection-string]")
        key = made(11, 43, BASE64) + "="
        text = f"Endpoint=sb://x.example.net/;SharedAccessKeyName=Root;SharedAccessKey={key}"
        assert key[:12] not in redact(text).text

    def test_columns_of_a_table(self) -> None:
        head = "| site | password | note |\n|---|---|---|\n"
        text = f"{head}| a | {PASSWORD} | x1 |\n| b | `hunter{27}` | word2 |\n\n| a | b1c2d3 |\n"
        mark = "[REDACTED:password-assignment]"
        assert redact(text).text == f"{head}| a | {mark} | x1 |\n| b | `{mark}` | word2 |\n\n| a | b1c2d3 |\n"

    def test_a_passphrase_of_words(self) -> None:
        assert redact('passphrase: "orbit lantern mosaic tulip"').counts == {"password-assignment": 1}
        assert redact("password: orbit-lantern-mosaic-tulip").counts == {"password-assignment": 1}

    def test_command_lines(self) -> None:
        for text in (
            f"sshpass -p '{PASSWORD}' ssh bob@host",
            f"mysql -u root -p{PASSWORD} shop",
            f"tool --password {PASSWORD} --quiet",
            f"tool --token {KEY}",
            f"machine example.org login bob password {PASSWORD}",
            f"ENV DB_PASSWORD {PASSWORD}",
        ):
            done = redact(text)
            assert PASSWORD not in done.text
            assert KEY not in done.text
            assert done.counts == {"secret-assignment" if KEY in text else "password-assignment": 1}

    def test_name_and_value_as_fields_of_their_own(self) -> None:
        mark = "[REDACTED:password-assignment]"
        for form in (
            '<add key="Password" value="{}"/>',
            '{{"name": "DB_PASSWORD", "value": "{}"}}',
            "- name: DB_PASSWORD\n  value: {}\n",
        ):
            assert redact(form.format(PASSWORD)).text == form.format(mark)

    def test_seed_phrases(self) -> None:
        words = "orbit lantern mosaic tulip anchor velvet candle river stone meadow copper"
        assert redact(f"Seed phrase: {words} falcon\n").text == "Seed phrase: [REDACTED:seed-phrase]\n"
        assert redact(f"mnemonic = `{words} falcon`").text == "mnemonic = `[REDACTED:seed-phrase]`"
        for text in (
            f"Seed phrase: {words}\n",
            f"The phrase: {words} falcon\n",
            f"mnemonic: {words} falcon, and more\n",
        ):
            assert redact(text).text is text

    def test_aws_secret_in_context(self) -> None:
        secret = "aB3" + "/" + made(12, 20) + "+" + made(13, 15)
        for text in (
            f"aws_secret_access_key = {secret}",
            f"AWS_SECRET_ACCESS_KEY={secret}",
            f"| AWS secret | {secret} |",
            f"aws: `{secret}`",
            f"key {'AK' + 'IA' + 'QWERTYUIOP234567'} with {secret}",
        ):
            assert secret not in redact(text).text, text
            assert secret[4:20] not in redact(text).text, text

    def test_cloudflare_in_context(self) -> None:
        token = made(14, 40)
        for text in (
            f"Cloudflare: {token}",
            f"CLOUDFLARE_API_TOKEN={token}",
            f"cf_api `{token}`",
            f"| Cloudflare | {token} |",
        ):
            assert redact(text).counts.get("cloudflare-token") == 1, text

    @pytest.mark.parametrize(
        "text",
        [
            "The password is required.",
            "Your password is case-sensitive and must be 8 characters.",
            "Password: required",
            "password: string",
            "password: string;",
            "token: string | null",
            "password: passwordInput.value,",
            "password = newPassword;",
            "key = getKey();",
            "const token = await getToken(user1);",
            "const key2 = keys[index1];",
            "password: document.querySelector('#password2').value",
            "password: 12345678",
            "Key: Ctrl+K",
            "Key: Ctrl + Shift + F12",
            "key: value1",
            "| Key | Action |\n|---|---|\n| Ctrl+K | Insert link2 |\n| F12 | Open tools3 |",
            "Press any key to go on; the key to success is 42.",
            "api_key: YOUR_API_KEY",
            "api_key: your-api-key-12345678",
            "api_key=xxxxxxxxxxxxxxxxxxxxxxxx",
            "token: ${TOKEN}",
            "token: {{token}}",
            "token: <token>",
            "token: $TOKEN",
            "password: %PASSWORD%",
            "password: ********",
            "password: changeme",
            "password: example",
            "password: <your password here 1>",
            "secret: ${{ secrets.DEPLOY_KEY_2 }}",
            "apiKey: process.env.API_KEY_2",
            "api_key = os.environ['API_KEY_2']",
            'api_key = os.getenv("API_KEY_2")',
            "password: [[Where I keep it 2]]",
            "password: [x1](https://example.org/a1)",
            "token: https://example.org/token1/abc123def456ghi7",
            "key: /etc/ssl/private/server1.key",
            "private_key: ./keys/id_rsa2.pem",
            "public_key: " + made(15, 44),
            "publicKey: " + made(15, 44),
            "key_id: " + made(15, 20),
            "password_hash: " + made(15, 40),
            "next_page_token: " + made(15, 40),
            "token_type: bearer2",
            "<input type='password' name='password1' id='password1'>",
            'autocomplete="current-password" name="passwd1"',
            ".key-1 { color: #ff00aa11; }",
            "primary key: user_id_2",
            "keyboard: qwerty12",
            "the passage 12, compass: N45W12, passenger: A12345",
            "author: Smith2024",
            "nonce: " + made(16, 32),
            "version: 1.2.3-beta.4",
            "2024-10-12T10:11:12Z token refresh",
            "maxTokens: 4096, tokens: 128000",
            "chave: valor1",
            "A chave de leitura do romance é o capítulo 12.",
            "o segredo é a alma do negócio",
        ],
    )
    def test_what_is_no_secret_stays(self, text: str) -> None:
        assert redact(text).text is text


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


FRAGMENTS = (
    "the", "password", "is", "token", "key", "secret", "`code`", "|", ":", "=", "\n", '"', "'", "api_key", "senha",
    "a1", "Bearer", "Basic", "https://u:", "@host", "[x](y)", "**", "-", ">", "```", "---", "value", ",", ";", "&",
    "?", "#", "[REDACTED:jwt]", "-----BEGIN", "-----END", "\u200b", "é", "\t", "%%", "{{", "}}", "<td>", "(",
    "\r\n",
)  # fmt: skip


def test_any_mixture_is_redacted_once_and_for_all_and_keeps_its_lines() -> None:
    for seed in range(1500):
        rng = random.Random(seed)
        pieces = []
        for _ in range(rng.randint(2, 14)):
            kind = rng.random()
            if kind < 0.1:
                pieces.append(rng.choice((PASSWORD, KEY, "gh" + "p_" + KEY, "ey" + f"J{KEY}.{KEY}.{KEY}")))
            elif kind < 0.2:
                pieces.append("\n".join(pem("EC PRIVATE KEY", rng.randint(1, 3), end=rng.random() < 0.5)))
            elif kind < 0.4:
                name = rng.choice(TestAssignments.NAMES + TestAssignments.KEYS)
                pieces.append(rng.choice(TestAssignments.FORMS).format(name, rng.choice((PASSWORD, KEY))))
            else:
                pieces.append(rng.choice(FRAGMENTS))
        text = rng.choice(("", " ", "\n")).join(pieces)
        done = redact(text)
        assert redact(done.text).text is done.text, text
        assert done.text.count("\n") == text.count("\n"), text
        assert len(done.text.splitlines()) == len(text.splitlines()), text


UNITS = (
    "a", "=", "k4Xq+/Z8", "key=", "password:", "-----BEGIN ", "https://", ":", "@", ".", "eyJ", "gh" + "p_",
    "token: ", "-----BEGIN PRIVATE KEY-----\n", "| password | a1b2 |\n", "://a:b@", "Q~", "s" + "k-", "\u200b",
    "a\u200b", "password is ", "Bearer ", "basic ", "secret key ", "0:A", "|-", "é", "-", "_a1", "\\n", "`",
    "xo" + "xb-", "a1B2c3D4e5F6g7H8.",
)  # fmt: skip
SMALL, LARGE = 100_000, 400_000


@pytest.mark.parametrize("unit", UNITS)
def test_hostile_text_takes_linear_time(unit: str) -> None:
    def seconds(size: int) -> float:
        text = (unit * (size // len(unit) + 1))[:size]
        best = 9.0
        for _ in range(2):
            start = time.process_time()
            redact(text)
            best = min(best, time.process_time() - start)
        return best

    # Four times the text in four times the time; eight leaves room for a busy machine, quadratic time needs sixteen.
    assert seconds(LARGE) < 8 * seconds(SMALL) + 0.05
    # 10 MB in under 2 s.
    assert seconds(LARGE) < 2.0 * LARGE / 10_000_000 * 4
