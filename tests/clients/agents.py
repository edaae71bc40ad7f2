"""Searches by the adapters of LangChain and CrewAI, which sends null for what is not set: agents.py MCP-ADDRESS WORDS."""
import asyncio
import sys

from crewai_tools import MCPServerAdapter
from langchain_mcp_adapters.client import MultiServerMCPClient


async def by_langchain(address, words):
    client = MultiServerMCPClient({"hub": {"url": address, "transport": "streamable_http"}})
    tools = {tool.name: tool for tool in await client.get_tools()}
    print("LangChain:", await tools["search_models"].ainvoke({"search": words}))


def by_crewai(address, words):
    with MCPServerAdapter({"url": address, "transport": "streamable-http"}) as tools:
        found = {tool.name: tool for tool in tools}
        print("CrewAI:", found["search_models"].run(search=words, author=None))


asyncio.run(by_langchain(*sys.argv[1:]))
by_crewai(*sys.argv[1:])
