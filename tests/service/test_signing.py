"""Signatures by themselves: what is signed, how keys are named, and which signatures don't hold."""

from __future__ import annotations

import json
import subprocess
import textwrap
from base64 import urlsafe_b64decode
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from pydantic import SecretStr

from service.application.signing import BadSignature, PublicKey, Signature, Signer, message, trusted_keys, verify
from service.keys import Keys
from service.settings import Settings, SettingsError

# RFC 8037, appendix A
SEED = urlsafe_b64decode("nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A=")
X = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"
THUMBPRINT = "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k"
SIGNED = b"eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc"
VALUE = "hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg"
GOOD = Signature(THUMBPRINT, X, VALUE)
OTHER = Signer([bytes(32)])


def test_keys_names_and_signatures_are_those_of_the_rfc() -> None:
    signer = Signer([SEED])
    assert (signer.current.x, signer.current.id) == (X, THUMBPRINT)
    assert signer.sign(SIGNED) == GOOD
    verify(GOOD, SIGNED)
    verify(GOOD, SIGNED, {THUMBPRINT})


def test_what_is_signed_is_one_canonical_object() -> None:
    signed = message("mt_1", "c4", 7, "ab" * 32, {"rules_version": "1", "engine_version": "0.1"})
    assert signed == (
        b'{"format":"playledger-signature-1","game":"c4","head":"' + b"ab" * 32 + b'","match":"mt_1",'
        b'"pins":{"engine_version":"0.1","rules_version":"1"},"version":7}'
    )


def test_a_signature_stands_in_a_file_under_the_names_of_the_format() -> None:
    assert json.loads(msgspec.json.encode(GOOD)) == {"keyId": THUMBPRINT, "publicKey": X, "value": VALUE}


def test_the_first_key_signs_and_all_are_known() -> None:
    signer = Signer([bytes(32), SEED])
    assert signer.sign(b"x") == OTHER.sign(b"x")
    assert [key.id for key in signer.public] == [OTHER.current.id, THUMBPRINT]


@pytest.mark.parametrize(
    ("signature", "words"),
    [
        (msgspec.structs.replace(GOOD, key_id=OTHER.current.id), "key id is not that"),
        (msgspec.structs.replace(GOOD, key_id=OTHER.current.id, public_key=OTHER.current.x), "none of the trusted"),
        (OTHER.sign(SIGNED), "none of the trusted"),
        (msgspec.structs.replace(GOOD, value=OTHER.sign(SIGNED).value), "does not fit"),
        (msgspec.structs.replace(GOOD, value=VALUE[:-1] + "h"), "the signature is not 64 bytes"),
        (msgspec.structs.replace(GOOD, value=VALUE + "=="), "the signature is not 64 bytes"),
        (msgspec.structs.replace(GOOD, value="A" * 85), "the signature is not 64 bytes"),
        (msgspec.structs.replace(GOOD, value="ä" * 86), "the signature is not 64 bytes"),
        (msgspec.structs.replace(GOOD, value=VALUE.replace("_", "/")), "the signature is not 64 bytes"),
        (msgspec.structs.replace(GOOD, public_key=X[:-1]), "the public key is not 32 bytes"),
    ],
)
def test_what_does_not_hold_says_why(signature: Signature, words: str) -> None:
    with pytest.raises(BadSignature, match=words):
        verify(signature, SIGNED, {THUMBPRINT})


def test_it_holds_for_no_other_bytes() -> None:
    with pytest.raises(BadSignature, match="does not fit the history"):
        verify(GOOD, SIGNED + b" ")


def test_a_key_that_is_no_point_of_the_curve_is_refused() -> None:
    key = PublicKey(b"\x02" + bytes(31))
    with pytest.raises(BadSignature, match="does not fit"):
        verify(Signature(key.id, key.x, VALUE), SIGNED)


def key_set(**changes: Any) -> bytes:
    key = {"kty": "OKP", "crv": "Ed25519", "x": X, "kid": THUMBPRINT, "use": "sig", "alg": "EdDSA"} | changes
    return json.dumps({"keys": [key, {"kty": "EC", "crv": "P-256", "x": "AA", "y": "AA"}]}).encode()


def test_a_set_of_keys_is_read_and_others_are_passed_over() -> None:
    assert trusted_keys(key_set()) == {THUMBPRINT}


@pytest.mark.parametrize(
    ("document", "words"),
    [
        (b"{", "no set of keys"),
        (b"[]", "no set of keys"),
        (b'{"keys":[]}', "holds no Ed25519 key"),
        (key_set(x=X[:-1]), "no set of keys: the public key is not 32 bytes"),
        (key_set(x=OTHER.current.x), "the set was changed"),
    ],
)
def test_a_set_that_is_none_says_why(document: bytes, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        trusted_keys(document)


@pytest.mark.programs
def test_the_command_of_the_docs_computes_thumbprints(tmp_path: Path) -> None:
    docs = (Path(__file__).parents[2] / "docs/keys.md").read_text()
    [command] = [
        textwrap.dedent(part) for part in docs.split("```") if part.startswith("sh\n") and "python3 -c" in part
    ]
    (tmp_path / "keys.json").write_text(json.dumps({"keys": [json.loads(key_set())["keys"][0]]}))
    lines = textwrap.dedent(command.removeprefix("sh\n"))
    said = subprocess.run(lines, shell=True, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert said == f"{THUMBPRINT}\n"


def test_keys_that_sign_are_derived_from_their_own_secrets_or_from_those_of_the_service() -> None:
    url, one, two = "postgresql://localhost/none", "one secret of sixteen", "two secrets of sixteen"
    both = Settings(database_url=url, secret_key=SecretStr(one), signing_key=SecretStr(f"{two}, {one}"))
    alone = Settings(database_url=url, secret_key=SecretStr(one))
    assert both.signing_keys() == (two, one)
    assert alone.signing_keys() == (one,)
    assert two not in repr(both)
    derived = Keys([one]).derived("signing")
    assert derived != Keys([one]).derived("match-seed")
    Ed25519PublicKey.from_public_bytes(Signer(derived).current.raw)


@pytest.mark.parametrize("setting", ["", " , ", "short", "a secret of sixteen,short"])
def test_a_signing_key_that_is_too_short_is_refused(setting: str) -> None:
    with pytest.raises(SettingsError, match="PLAYLEDGER_SIGNING_KEY needs at least 16"):
        Settings(database_url="sqlite:///:memory:", signing_key=SecretStr(setting)).signing_keys()
