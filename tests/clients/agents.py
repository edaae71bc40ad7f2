"""Searches by the adapters of LangChain and CrewAI: agents.py MCP-ADDRESS WORDS. CrewAI sends null for what is not set."""
import asyncio
import sys

from langchain_mcp_adapters.client import MultiServerMCPClient
from mcpadapt.utils.modeling import create_model_from_json_schema


async def main(address, words):
    client = MultiServerMCPClient({"hub": {"url": address, "transport": "streamable_http"}})
    tools = {tool.name: tool for tool in await client.get_tools()}
    models = {name: create_model_from_json_schema(tool.args_schema) for name, tool in tools.items()}
    arguments = models["search_models"](search=words).model_dump()
    assert None in arguments.values()
    print(await tools["search_models"].ainvoke(arguments))


asyncio.run(main(*sys.argv[1:]))
