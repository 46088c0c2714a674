# A driver for `npx --no conversation-api check-client -- python3 driver.py` (docs/testing-your-client.md).
# It is started once for each journey. Fill in the tasks that your client can do, with calls of your client.
import json
import os

url = os.environ["CONVERSATION_API_URL"]
token = os.environ["CONVERSATION_API_TOKEN"]
given = json.loads(os.environ["CONVERSATION_API_INPUT"])


def send():
    """Blocking send of given["body"] to given["chat_id"]."""
    return {"unsupported": "send is not filled in"}


def stream():
    """Streaming send; answers each question as given["answers"] says."""
    # turn = my_client(url, token).stream(given["chat_id"], given["body"])
    # return {"text": turn.text, "status": "completed", "message_id": turn.id}
    return {"unsupported": "stream is not filled in"}


def cancel():
    """Streaming send, cancelled at its first text, and read to its end."""
    return {"unsupported": "cancel is not filled in"}


def leave():
    """Streaming send, left at its first text; the answer comes from the listing of the chat."""
    return {"unsupported": "leave is not filled in"}


def chats():
    """All chats, 50 on each page."""
    return {"unsupported": "chats is not filled in"}


tasks = {"send": send, "stream": stream, "cancel": cancel, "leave": leave, "chats": chats}
print(json.dumps(tasks[given["task"]]()))
