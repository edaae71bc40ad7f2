"""Checks a folder against a proof of a Model Hub, without asking anybody. It needs Python 3.11 or newer:

    pip install cryptography; python3 check_model.py FOLDER proof.json --model owner/name --key file:hub.vkey

The files are held against the SHA256SUMS in the proof, that against the leaf of the model, this leaf and that of the
newest day against the root of the log (RFC 6962), the root against the signatures of the checkpoint (C2SP signed-note,
tlog-checkpoint, tlog-cosignature). Exit code 0: all of it holds. 1: something does not, and a sentence says what.
"""
import argparse
import json
import re
from base64 import b64decode
from datetime import datetime, timedelta, timezone
from hashlib import file_digest, sha256
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

KINDS = {1: "log", 4: "witness"}  # The first byte of a verifier key says whose it is, and what its signatures are over.
OTHERS = {".cache", ".git", "SHA256SUMS"}  # What download tools leave at the top of a folder.

def shown(text):  # Names come from strangers: none steers a terminal, or makes a line of its own.
    return re.sub(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]", "?", text)

def require(holds, sentence):
    if not holds:
        raise SystemExit(shown(f"NOT PROVED. {sentence}"))

def some(said, names):
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    return f" {said}: {', '.join(names[:3])}{more}." if names else ""

def read_keys(word, kind):
    """The verifier keys of this kind in NAME+ID+BASE64, or in file:PATH, one a line, by name and id."""
    keys = {}
    lines = Path(word[5:]).read_text("utf-8", "replace").splitlines() if word.startswith("file:") else [word]
    for line in (line.strip() for line in lines if line.strip() and not line.startswith("#")):
        parts = re.fullmatch(r"([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})", line)
        require(parts, f"{line} is no verifier key: name+8 hex digits+base64.")
        name, key_id, data = parts[1], parts[2], b64decode(parts[3])
        digits = sha256(name.encode() + b"\n" + data).hexdigest()[:8]
        require(digits == key_id, f"{line} was mistyped: its 8 digits do not fit the rest.")
        if KINDS.get(data[0]) == kind:
            keys[f"{name} (key {key_id})"] = Ed25519PublicKey.from_public_bytes(data[1:])
    require(keys, f"{word} holds no key of a {kind}.")
    return keys

def check_checkpoint(note, keys, witnesses, quorum):
    """Verifies the signatures of a checkpoint; gives size and root of the log, and the witnesses that did not sign."""
    parts = re.fullmatch(r"(([^\n]+)\n(0|[1-9]\d{0,15})\n([^\n]+)\n(?:[^\n]+\n)*)\n((?:— \S+ \S+\n)*)", note)
    require(parts, "The checkpoint is malformed: it was changed or cut short.")
    text, origin, size, root, lines = parts.groups()
    of_log, known, signed = [who for who in keys if who.startswith(f"{origin} (")], keys | witnesses, set()
    require(of_log, f"The checkpoint is of the log {origin}, and the key is not.")
    require(lines, "The checkpoint is not signed: this hub has no signing key.")
    for name, data in re.findall(r"— (\S+) (\S+)", lines):
        who, data = f"{name} (key {b64decode(data)[:4].hex()})", b64decode(data)[4:]
        timed = f"cosignature/v1\ntime {int.from_bytes(data[:8], 'big')}\n{text}"
        # The time stands before the signature of a witness, which is over both.
        signature, message = (data[8:], timed) if who in witnesses else (data, text)
        try:
            if who in known.keys() - signed:
                known[who].verify(signature, message.encode())
                signed.add(who)
        except InvalidSignature:
            require(False, f"The signature of {name} on the checkpoint is wrong: changed, or made by somebody else.")
    require(signed.intersection(of_log), f"The checkpoint is not signed by the key of {origin} that was given.")
    seen, missing = len(signed & witnesses.keys()), [who for who in witnesses if who not in signed]
    require(seen >= quorum, f"Too few witnesses cosigned: {seen} instead of {quorum}.{some('Missing', missing)}")
    return int(size), b64decode(root), missing

def root_of(leaf, index, size, path):
    """The root of a tree of `size` leaves with this one at `index` (RFC 9162, section 2.1.1), or None."""
    if size == 1 or not path or not 0 <= index < size:
        return sha256(b"\0" + leaf.encode()).digest() if (index, size, path) == (0, 1, []) else None
    half = 1 << (size - 1).bit_length() - 1  # The left half is as large as a power of two can be.
    is_left, other = index < half, b64decode(path[-1])
    require(len(other) == 32, "A hash in the proof is malformed.")
    ours = root_of(leaf, *((index, half) if is_left else (index - half, size - half)), path[:-1])
    return ours and sha256(b"\1" + (ours + other if is_left else other + ours)).digest()

def read_leaf(placed, kind, size, root):
    """A leaf of the log, once it is proved to be in it."""
    leaf = json.loads(placed["leaf"])
    spelling = json.dumps(leaf, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    assert leaf["format"] == f"hub.model-hub.logged-{kind}/v1" and spelling == placed["leaf"]
    found = root_of(placed["leaf"], placed["index"], size, placed["path"])
    require(found == root, f"The leaf of the {kind} is not in the log that the checkpoint names.")
    return leaf

def check_proof(proof, model_id, now, *trusted):
    """Follows the proof from the signatures to the sums; gives the leaves of model and day, and missing witnesses."""
    assert proof["format"] == "hub.model-hub.proof/v1"
    size, root, missing = check_checkpoint(proof["checkpoint"], *trusted)
    model = read_leaf(proof["model"], "model", size, root)
    require(model["id"] == model_id, f"The proof is of {model['id']}, not of {model_id}.")
    require(proof["day"]["index"] == size - 1, "The day of the proof is not the newest one in the log.")
    day = read_leaf(proof["day"], "day", size, root)
    ends, tomorrow = datetime.fromisoformat(day["expires"]), f"{now + timedelta(days=1):%Y-%m-%d}"  # Clocks differ.
    require(ends > now, f"The log was good until {day['expires']}: the hub stands still, or this is an old proof.")
    require(day["day"] <= tomorrow, f"The log's newest day, {day['day']}, is later than the time it is checked at.")
    require(sha256(proof["sums"].encode()).hexdigest() == model["sums"], "SHA256SUMS in the proof is not as logged.")
    return model, day, missing

def check_folder(folder, sums):
    """Prints what is wrong, file by file; gives how many are right, of how many, and a sentence on the others."""
    wanted = {line[66:].removeprefix("./"): line[:64] for line in sums.split("\n") if line}
    require(re.fullmatch(r"([0-9a-f]{64}  [^\n]+\n)*", sums) and len(wanted) == sums.count("\n"), "Bad SHA256SUMS.")
    paths = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if path.is_file()}
    names = [name for name in paths if name in wanted or name.split("/")[0] not in OTHERS]
    here = {name: file_digest(paths[name].open("rb"), "sha256").hexdigest() for name in names}
    odd = {name: hash for name, hash in here.items() if wanted.get(name) != hash}
    absent = {hash: name for name, hash in wanted.items() if here.get(name) != hash}
    missing, more = [name for name in wanted if name not in here], [name for name in odd if name not in wanted]
    lines = [f"WRONG    {name}: its SHA-256 is {hash}" for name, hash in odd.items() if name in wanted]
    lines += [f"MISSING  {name}" for name in missing] + [f"EXTRA    {name}" for name in more]
    lines += [f"MISNAMED {name}: it has the bytes of {absent[hash]}" for name, hash in odd.items() if hash in absent]
    print("".join(shown(line) + "\n" for line in lines), end="")
    return len(here) - len(odd), len(wanted), some("Not here", missing) + some("Not of the model, and not proved", more)

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Checks a folder against a proof of a Model Hub, offline.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("proof", type=Path)
    parser.add_argument("--model", required=True, help="owner/name: the model that it should be")
    parser.add_argument("--key", action="append", required=True, help="a verifier key of the log, or file:PATH")
    parser.add_argument("--witness", action="append", default=[], help="a verifier key of a witness, or file:PATH")
    parser.add_argument("--quorum", type=int, help="how many witnesses have to have signed (default: all of them)")
    parser.add_argument("--at", type=datetime.fromisoformat, default=datetime.now(timezone.utc), help="a time, in UTC")
    words = parser.parse_args()
    require(words.folder.is_dir(), f"{words.folder}: no such folder.")
    now = words.at.replace(tzinfo=words.at.tzinfo or timezone.utc).astimezone(timezone.utc)
    try:
        keys = {who: key for word in words.key for who, key in read_keys(word, "log").items()}
        witnesses = {who: key for word in words.witness for who, key in read_keys(word, "witness").items()}
        quorum = len(witnesses) if words.quorum is None else words.quorum
        proof = json.loads(words.proof.read_text(encoding="utf-8"))
        model, day, unsigned = check_proof(proof, words.model, now, keys, witnesses, quorum)
        right, count, others = check_folder(words.folder, proof["sums"])
    except OSError as error:
        require(False, f"{error.filename} can't be read: {error.strerror}.")
    except (AssertionError, AttributeError, KeyError, RecursionError, TypeError, ValueError):
        require(False, f"{words.proof} is not a proof of the format hub.model-hub.proof/v1.")
    matched = f"{right:,} of {count:,} file{'s' * (count != 1)} of {words.model} matched"
    require(0 < right == count, f"{matched}.{others}")
    print(shown(f"PROVED: {matched} what the log says.{others}{some('Not cosigned by', unsigned)}"))
    until = f"whose newest day, {day['day']}, is good until {day['expires']}"
    print(shown(f"  Revision {model['revision']}, in a log {until}."))
