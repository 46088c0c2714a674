"""Calls the service with the client, and prints each answer as it was decoded."""
import json
import os
import uuid

import conversation_api as api


def show(call, value):
    print(json.dumps({"call": call, "value": json.loads(value.to_json())}))


configuration = api.Configuration(host=os.environ["BASE_URL"], access_token=os.environ["ACCESS_TOKEN"])
with api.ApiClient(configuration) as client:
    chats = api.ChatsApi(client)
    created = chats.create_chat(create_chat_request=api.CreateChatRequest(name="Called from Python"))
    show("createChat", created)
    show("listChats", chats.list_chats(page=1, size=5))
    turn = api.SendTurnRequest(content="When do we open?", permission_mode="auto")
    sent = api.TurnsApi(client).send_message(created.data.id, str(uuid.uuid4()), turn)
    show("sendMessage", sent)
    try:
        chats.get_chat(uuid.uuid4())
    except api.exceptions.NotFoundException as error:
        show("getChat", api.FailureResponse.from_json(error.body))
