"""Certificates for 127.0.0.1 by an authority of our own, good for a day."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID


@dataclass(frozen=True)
class Certificates:
    """Files: the authority, and the certificate of the server with its key."""

    ca: Path
    certificate: Path
    key: Path


def certificates(folder: Path) -> Certificates:
    """A new authority and a certificate by it, in this folder."""
    made = Certificates(folder / "ca.pem", folder / "server.pem", folder / "server.key")
    authority, key = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    ca = _signed("an authority of tests", "an authority of tests", authority.public_key(), authority, ca=True)
    server = _signed("127.0.0.1", "an authority of tests", key.public_key(), authority, ca=False)
    made.ca.write_bytes(ca.public_bytes(serialization.Encoding.PEM))
    made.certificate.write_bytes(server.public_bytes(serialization.Encoding.PEM))
    form = (serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    made.key.write_bytes(key.private_bytes(*form))
    return made


def _signed(
    subject: str, issuer: str, public: ec.EllipticCurvePublicKey, by: ec.EllipticCurvePrivateKey, *, ca: bool
) -> x509.Certificate:
    now = datetime.now(UTC)
    builder = (
        x509.CertificateBuilder()
        .subject_name(_name(subject))
        .issuer_name(_name(issuer))
        .public_key(public)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.BasicConstraints(ca=ca, path_length=None), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(public), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(by.public_key()), critical=False)
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(IPv4Address("127.0.0.1"))]), critical=False)
    )
    if ca:
        builder = builder.add_extension(_signs_certificates(), critical=True)
    return builder.sign(by, hashes.SHA256())


def _signs_certificates() -> x509.KeyUsage:
    uses = ("digital_signature", "content_commitment", "key_encipherment", "data_encipherment", "key_agreement")
    no = dict.fromkeys((*uses, "crl_sign", "encipher_only", "decipher_only"), False)
    return x509.KeyUsage(key_cert_sign=True, **no)


def _name(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])
