"""Calls the service with the client, and prints each answer as it was decoded."""
import json
import os
import uuid

import conversation_api as api
from conversation_api import models
from conversation_api.api.chats import create_chat, get_chat, list_chats
from conversation_api.api.turns import send_message


def show(call, value):
    print(json.dumps({"call": call, "value": value.to_dict()}))


client = api.AuthenticatedClient(base_url=os.environ["BASE_URL"], token=os.environ["ACCESS_TOKEN"])
created = create_chat.sync(client=client, body=models.CreateChatRequest(name="Called from Python"))
show("createChat", created)
show("listChats", list_chats.sync(client=client, page=1, size=5))
turn = models.SendTurnRequest(content="When do we open?", permission_mode=models.PermissionMode.AUTO)
show("sendMessage", send_message.sync(created.data.id, client=client, body=turn, idempotency_key=str(uuid.uuid4())))
show("getChat", get_chat.sync(uuid.uuid4(), client=client))
