"""Runs one call of huggingface_hub or transformers and prints what came back as JSON.

Usage: python huggingface-hub-calls.py CALL '{"argument": ...}'
A failing call prints {"error": <exception class>, "message": <its words>} and still exits with 0.
"""

import json
import sys

import huggingface_hub as hub


def model(info):
    return {
        "id": info.id,
        "sha": info.sha,
        "author": info.author,
        "task": info.pipeline_tag,
        "library": info.library_name,
        "tags": info.tags,
        "downloads": info.downloads,
        "likes": info.likes,
        "files": [sibling.rfilename for sibling in info.siblings or []],
    }


def entry(item):
    if not hasattr(item, "size"):
        return {"path": item.path, "folder": True}
    lfs = item.lfs
    # `lfs` is a dictionary in huggingface_hub before 0.23.
    return {"path": item.path, "size": item.size, "sha256": lfs.get("sha256") if isinstance(lfs, dict) else lfs and lfs.sha256}


def refs(found):
    branches = [{"name": item.name, "ref": item.ref, "commit": item.target_commit} for item in found.branches]
    return {"branches": branches, "pulls": found.pull_requests, "tags": found.tags}


def safetensors(found):
    return {"sharded": found.sharded, "parameters": sum(found.parameter_count.values())}


def exists(api, repo_id, path):
    """Calls three functions, each with a thing that exists and with a thing that does not."""
    return [
        api.file_exists(repo_id, path),
        api.file_exists(repo_id, "no-such-file"),
        api.repo_exists(repo_id),
        api.repo_exists(repo_id + "-not"),
        api.revision_exists(repo_id, "main"),
        api.revision_exists(repo_id, "0" * 40),
    ]


def file_system(folder, path, start, length):
    files = hub.HfFileSystem()
    with files.open(folder + "/" + path, "rb") as opened:
        opened.seek(start)
        part = opened.read(length)
    return {
        "names": files.ls(folder, detail=False),
        "found": files.glob(folder + "/**/*.txt"),
        "size": files.info(folder + "/" + path)["size"],
        "part": part.hex(),
    }


def tokenize(name, text):
    from transformers import AutoConfig, AutoTokenizer

    config = AutoConfig.from_pretrained(name)
    tokenizer = AutoTokenizer.from_pretrained(name)
    ids = tokenizer(text)["input_ids"]
    return {
        "config": type(config).__name__,
        "vocabulary": config.vocab_size,
        "tokens": tokenizer.convert_ids_to_tokens(ids),
        "text": tokenizer.decode(ids, skip_special_tokens=True),
    }


def weights(name, by):
    import torch
    import transformers

    model = getattr(transformers, by).from_pretrained(name)
    with torch.no_grad():
        found = model(torch.tensor([[1, 2, 3]]))[0]
    return {
        "model": type(model).__name__,
        "parameters": sum(one.numel() for one in model.parameters()),
        "finite": bool(torch.isfinite(found).all()),
    }


api = hub.HfApi()
calls = {
    "download": hub.hf_hub_download,
    "snapshot": hub.snapshot_download,
    "model_info": lambda **words: model(api.model_info(**words)),
    "list_models": lambda **words: [model(row) for row in api.list_models(**words)],
    "tree": lambda **words: [entry(item) for item in api.list_repo_tree(**words)],
    "paths_info": lambda **words: [entry(item) for item in api.get_paths_info(**words)],
    "refs": lambda **words: refs(api.list_repo_refs(**words)),
    # Older versions have no auth_check, so it is looked up only when the call is made.
    "auth_check": lambda **words: api.auth_check(**words),
    "exists": lambda **words: exists(api, **words),
    "repo_exists": api.repo_exists,
    "create_repo": lambda **words: str(api.create_repo(token="hf_none", **words)),
    "safetensors": lambda **words: safetensors(api.get_safetensors_metadata(**words)),
    "file_system": file_system,
    "tokenize": tokenize,
    "weights": weights,
}

try:
    answer = {"result": calls[sys.argv[1]](**json.loads(sys.argv[2]))}
except Exception as problem:
    answer = {"error": type(problem).__name__, "message": str(problem)}
print(json.dumps(answer))
