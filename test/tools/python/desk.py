"""A server made with the MCP SDK of Python: over stdio, or over HTTP at a port, there for everyone or for those who signed in."""

import sys

from mcp.server.auth.provider import AccessToken
from mcp.server.auth.settings import AuthSettings
from mcp.server.mcpserver import Context, MCPServer
from mcp_types import ToolAnnotations
from pydantic import BaseModel


class Answer(BaseModel):
    sure: bool


class Tokens:
    async def verify_token(self, token: str) -> AccessToken | None:
        return AccessToken(token=token, client_id="desk", scopes=["desk"]) if token == "desk-token" else None


def protection(port: str) -> dict[str, object]:
    settings = AuthSettings(
        issuer_url="https://sign-in.example",
        resource_server_url=f"http://127.0.0.1:{port}/mcp",
        required_scopes=["desk"],
        validate_token_resource=False,
    )
    return {"auth": settings, "token_verifier": Tokens()}


port, *protected = sys.argv[1:] or [None]
desk = MCPServer("desk", log_level="INFO" if port else "ERROR", **(protection(port) if protected else {}))


@desk.tool(annotations=ToolAnnotations(readOnlyHint=True))
def hours(branch: str) -> str:
    """Tells when a branch is open."""
    return f"{branch}: nine to six."


@desk.tool()
async def close(context: Context) -> str:
    """Closes something, after a question."""
    answer = await context.elicit("Close it?", Answer)
    return f"Closed: {answer.action}."


if port:
    desk.run("streamable-http", host="127.0.0.1", port=int(port))
else:
    desk.run()
