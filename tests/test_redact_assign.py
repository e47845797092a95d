"""Secrets behind a name, in every form a note may have, and the names that promise none."""

import pytest

from fake_secrets import BASE62, BASE64, HEX, KEY, PASSWORD, made
from luneta.core.redact import redact

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
def test_passwords(form: str) -> None:
    for name in NAMES:
        for value in (PASSWORD, "hunter" + "27", "S3nh4" + "Forte!", "Tr0ub4dor" + "&3"):
            text = form.format(name, value)
            want = text.replace(value, "[REDACTED:password-assignment]")
            assert redact(text).text.replace("connection-string", "password-assignment") == want, text
            assert redact(want).text is want


@pytest.mark.parametrize("form", FORMS)
def test_keys(form: str) -> None:
    for name in KEYS:
        for value in (KEY, made(7, 24), made(8, 40), made(8, 43, BASE62 + "-_") + "b", made(9, 64, BASE64)):
            text = form.format(name, value)
            done = redact(text)
            assert value[:12] not in done.text, text
            assert value[-12:] not in done.text, text
            assert redact(done.text).text is done.text


@pytest.mark.parametrize("name", ["secret", "token", "api key", "key", "senha", "signing_secret"])
def test_hexadecimal_beside_a_telling_word(name: str) -> None:
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
def test_prose(text: str) -> None:
    done = redact(text).text
    assert PASSWORD not in done
    assert KEY not in done


def test_connection_strings() -> None:
    text = f"Server=db;Database=x;User Id=sa;Password={PASSWORD};Encrypt=true"
    assert redact(text).text == text.replace(PASSWORD, "[REDACTED:connection-string]")
    key = made(11, 43, BASE64) + "="
    text = f"Endpoint=sb://x.example.net/;SharedAccessKeyName=Root;SharedAccessKey={key}"
    assert key[:12] not in redact(text).text


def test_columns_of_a_table() -> None:
    head = "| site | password | note |\n|---|---|---|\n"
    text = f"{head}| a | {PASSWORD} | x1 |\n| b | `hunter{27}` | word2 |\n\n| a | b1c2d3 |\n"
    mark = "[REDACTED:password-assignment]"
    assert redact(text).text == f"{head}| a | {mark} | x1 |\n| b | `{mark}` | word2 |\n\n| a | b1c2d3 |\n"


def test_a_passphrase_of_words() -> None:
    assert redact('passphrase: "orbit lantern mosaic tulip"').counts == {"password-assignment": 1}
    assert redact("password: orbit-lantern-mosaic-tulip").counts == {"password-assignment": 1}


def test_command_lines() -> None:
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


def test_name_and_value_as_fields_of_their_own() -> None:
    mark = "[REDACTED:password-assignment]"
    for form in (
        '<add key="Password" value="{}"/>',
        '{{"name": "DB_PASSWORD", "value": "{}"}}',
        "- name: DB_PASSWORD\n  value: {}\n",
    ):
        assert redact(form.format(PASSWORD)).text == form.format(mark)


def test_seed_phrases() -> None:
    words = "orbit lantern mosaic tulip anchor velvet candle river stone meadow copper"
    assert redact(f"Seed phrase: {words} falcon\n").text == "Seed phrase: [REDACTED:seed-phrase]\n"
    assert redact(f"mnemonic = `{words} falcon`").text == "mnemonic = `[REDACTED:seed-phrase]`"
    for text in (
        f"Seed phrase: {words}\n",
        f"The phrase: {words} falcon\n",
        f"mnemonic: {words} falcon, and more\n",
    ):
        assert redact(text).text is text


def test_aws_secret_in_context() -> None:
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


def test_cloudflare_in_context() -> None:
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
def test_what_is_no_secret_stays(text: str) -> None:
    assert redact(text).text is text
