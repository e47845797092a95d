"""Private key blocks: whole, cut off, quoted, within strings; and what only looks like one."""

import pytest

from fake_secrets import BASE64, DASHES, made, pem
from luneta.core.redact import redact


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
