"""Checks a folder against a proof of a Model Hub, without asking anybody.

    pip install cryptography        # and Python 3.11 or newer
    python3 check_model.py FOLDER proof.json --model owner/name --key NAME+ID+BASE64

The files are held against the SHA256SUMS in the proof, that against the leaf of the model, the leaf against the
newest day and the root of the log (RFC 6962), the root against the signatures of the checkpoint (C2SP signed-note,
tlog-checkpoint, tlog-cosignature). Exit code 0: all of it holds. 1: something does not, and a sentence says what.
"""
import argparse
import json
import re
import sys
from base64 import b64decode
from datetime import datetime, timezone
from hashlib import file_digest, sha256
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

LOG_KEY, WITNESS_KEY = 1, 4  # The first byte of a verifier key says what its signatures are over.
OTHERS = {".cache", ".git", "SHA256SUMS"}  # What download tools leave at the top of a folder.


def require(holds, sentence):
    if not holds:
        sys.exit(f"NOT PROVED. {sentence}")


def read_key(text, kind):
    """A verifier key, NAME+ID+BASE64, as ((name, id), public key)."""
    parts = re.fullmatch(r"([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})", text)
    require(parts, f"{text} is no verifier key.")
    name, key_id, data = parts[1], parts[2], b64decode(parts[3])
    is_right = data[0] == kind and sha256(name.encode() + b"\n" + data).hexdigest()[:8] == key_id
    require(is_right, f"{text} was mistyped, or is not a key of that kind.")
    return (name, key_id), Ed25519PublicKey.from_public_bytes(data[1:])


def check_checkpoint(note, keys, witnesses):
    """Verifies the signatures of a checkpoint; gives the size and the root of the log."""
    parts = re.fullmatch(r"(([^\n]+)\n(0|[1-9]\d{0,15})\n([^\n]+)\n(?:[^\n]+\n)*)\n((?:— \S+ \S+\n)*)", note)
    require(parts, "The checkpoint is not one: it was changed or cut short.")
    text, origin, size, root, lines = parts.groups()
    require(origin in dict(keys.keys()), f"The checkpoint is of the log {origin}, and the key is not.")
    require(lines, "The checkpoint is not signed: this hub has no signing key.")
    signed = set()
    for name, data in re.findall(r"— (\S+) (\S+)", lines):
        who, signature, message = (name, b64decode(data)[:4].hex()), b64decode(data)[4:], text
        if who in witnesses:  # The time stands before the signature of a witness, which is over both.
            message = f"cosignature/v1\ntime {int.from_bytes(signature[:8], 'big')}\n{text}"
            signature = signature[8:]
        try:
            if who in keys or who in witnesses:
                (keys.get(who) or witnesses[who]).verify(signature, message.encode())
                signed.add(who)
        except InvalidSignature:
            require(False, f"The signature of {name} on the checkpoint is wrong: changed, or made by somebody else.")
    is_signed = any(who in keys and who[0] == origin for who in signed)
    require(is_signed, f"The checkpoint is not signed by the key of {origin} that was given.")
    seen = len(signed.intersection(witnesses))
    require(seen == len(witnesses), f"Of the witnesses {seen} cosigned the checkpoint, and {len(witnesses)} have to.")
    return int(size), b64decode(root)


def root_of(leaf, index, size, path):
    """The root of a tree of `size` leaves with this one at `index` (RFC 9162, section 2.1.3.2), or None."""
    root, last = sha256(b"\0" + leaf.encode()).digest(), size - 1
    if type(index) is not int or type(size) is not int or not 0 <= index < size:
        return None
    for other in map(b64decode, path):
        require(len(other) == 32, "A hash of the proof is not one.")
        if last == 0:
            return None
        if index % 2 == 1 or index == last:
            root = sha256(b"\1" + other + root).digest()
            while index % 2 == 0 and index != 0:
                index, last = index // 2, last // 2
        else:
            root = sha256(b"\1" + root + other).digest()
        index, last = index // 2, last // 2
    return root if last == 0 else None


def read_leaf(placed, kind, size, root):
    """A leaf of the log, once it is proved to be in it."""
    leaf = json.loads(placed["leaf"])
    spelling = json.dumps(leaf, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    is_one = leaf["format"] == f"hub.model-hub.logged-{kind}/v1" and spelling == placed["leaf"]
    require(is_one, f"The leaf of the {kind} is not one of a {kind}.")
    found = root_of(placed["leaf"], placed["index"], size, placed["path"])
    require(found == root, f"The leaf of the {kind} is not in the log that the checkpoint names.")
    return leaf


def check_proof(proof, model_id, now, keys, witnesses):
    """Follows the proof from the signatures to the sums; gives the leaves of the model and of the day."""
    assert proof["format"] == "hub.model-hub.proof/v1"
    size, root = check_checkpoint(proof["checkpoint"], keys, witnesses)
    model = read_leaf(proof["model"], "model", size, root)
    require(model["id"] == model_id, f"The proof is of {model['id']}, not of {model_id}.")
    require(proof["day"]["index"] == size - 1, "The day of the proof is not the newest one in the log.")
    day = read_leaf(proof["day"], "day", size, root)
    require(datetime.fromisoformat(day["expires"]) > now, f"It was good until {day['expires']}: the hub stands still.")
    listed = root_of(proof["model"]["leaf"], proof["day"]["place"], day["models"]["count"], proof["day"]["listed"])
    is_listed = listed is not None and listed.hex() == day["models"]["root"]
    require(is_listed, f"The model is in the log, but not in the index of {day['day']} as the proof tells it.")
    require(sha256(proof["sums"].encode()).hexdigest() == model["sums"], "SHA256SUMS in the proof is not as logged.")
    return model, day


def hash_of(path):
    with open(path, "rb") as file:
        return file_digest(file, "sha256").hexdigest()


def check_folder(folder, sums):
    """Prints what is wrong with each file, and what else is there; True where nothing is wrong."""
    wanted = {name: hash for hash, name in re.findall(r"^(\w+)  (?:\./)?(.+)$", sums, re.MULTILINE)}
    paths = {path.relative_to(folder).as_posix(): path for path in Path(folder).rglob("*") if path.is_file()}
    here = {name: hash_of(path) for name, path in paths.items() if name in wanted or name.split("/")[0] not in OTHERS}
    absent = {hash: name for name, hash in wanted.items() if here.get(name) != hash}
    odd = {name: hash for name, hash in here.items() if wanted.get(name) != hash}
    faults = [f"WRONG    {name}: its SHA-256 is {hash}" for name, hash in odd.items() if name in wanted]
    faults += [f"MISSING  {name}" for name in wanted if name not in here]
    faults += [f"MISNAMED {name}: it has the bytes of {absent[hash]}" for name, hash in odd.items() if hash in absent]
    sys.stdout.writelines(f"{line}\n" for line in faults + [f"EXTRA    {name}" for name in odd if name not in wanted])
    return not faults


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Checks a folder against a proof of a Model Hub, offline.")
    parser.add_argument("folder")
    parser.add_argument("proof", type=Path)
    parser.add_argument("--model", required=True, help="owner/name: the model that it should be")
    parser.add_argument("--key", action="append", required=True, help="a verifier key of the log")
    parser.add_argument("--witness", action="append", default=[], help="a verifier key of a witness; all have to sign")
    parser.add_argument("--at", default="", help="as it was then, such as 2026-11-20T12:00:00Z (default: now)")
    words = parser.parse_args()
    now = datetime.fromisoformat(words.at) if words.at else datetime.now(timezone.utc)
    keys = dict(read_key(key, LOG_KEY) for key in words.key)
    witnesses = dict(read_key(key, WITNESS_KEY) for key in words.witness)
    try:
        proof = json.loads(words.proof.read_text(encoding="utf-8"))
        model, day = check_proof(proof, words.model, now.astimezone(), keys, witnesses)
    except (AssertionError, AttributeError, KeyError, OSError, TypeError, ValueError):
        sys.exit(f"NOT PROVED. {words.proof} is not a proof of the format hub.model-hub.proof/v1.")
    require(check_folder(words.folder, proof["sums"]), f"These are not the files of {words.model}.")
    print(f"PROVED: {model['id']} at {model['revision']}, in the index of {day['day']}, good until {day['expires']}.")
