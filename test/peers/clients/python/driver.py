"""Does one task of `conversation-api check-client` with the client, and prints what the client understood."""

import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor

from conversation import ApiError, ConversationClient, Outcome


def replies(answers):
    """A function that answers questions as the task says. A kind without an answer gets none."""

    def reply(question):
        answer = answers.get(question.kind)
        if answer is None:
            return
        try:
            if question.kind == "tool_approval":
                question.approve_tools(answer == "approve")
            elif question.kind == "plan_approval":
                question.respond_plan(answer)
            elif question.kind == "elicitation":
                question.respond_elicitation(answer["action"], answer.get("content"))
            elif question.kind == "auth_required":
                question.cancel_auth()
        except ApiError as error:
            print(f"{question.kind}: {error}", file=sys.stderr)  # the stream tells how the turn goes on

    return reply


def report(outcome, turn=None):
    result = {"status": outcome.status, "text": outcome.text, "message_id": outcome.message_id,
              "failure": outcome.failure, "total_tokens": outcome.total_tokens, "sources": outcome.sources,
              "finished_tasks": turn.finished_tasks if turn else None}
    result = {name: value for name, value in result.items() if value is not None}
    if outcome.status != "failed":
        result["metadata"] = outcome.metadata
    return result


def send(client, chat_id, body, reply, try_again):
    outcome = client.send(chat_id, body)
    if outcome.failure == "interaction_in_auto_mode":
        return report(client.again(chat_id, body, outcome, reply, is_blocking=True))
    if outcome.status == "failed" and try_again:
        outcome = client.again(chat_id, body, outcome, reply, is_blocking=True)
    return report(outcome)


def stream(client, chat_id, body, reply, try_again):
    turn = client.stream(chat_id, body)
    outcome = turn.follow(reply)
    if outcome.status == "failed" and try_again:
        outcome = client.again(chat_id, body, outcome, reply)
    return report(outcome, turn)


def cancel(client, chat_id, body, reply, try_again):
    turn, is_cancelled = client.stream(chat_id, body), False
    with ThreadPoolExecutor(1) as pool:
        for name, _ in turn:
            if name == "message.delta" and not is_cancelled:
                is_cancelled = True
                pool.submit(turn.cancel)
    return report(turn.outcome, turn)


def leave(client, chat_id, body, reply, try_again):
    turn = client.stream(chat_id, body)
    for name, _ in turn:
        if name == "message.delta":
            turn.close()
            break
    if turn.outcome:
        return report(turn.outcome, turn)
    return report(client.wait_in_history(turn), turn)


def main():
    task = json.loads(os.environ["CONVERSATION_API_INPUT"])
    url, token = os.environ["CONVERSATION_API_URL"], os.environ["CONVERSATION_API_TOKEN"]
    client = ConversationClient(url, token, time_scale=task.get("time_scale") or 1)
    try:
        if task["task"] == "chats":
            result = {"ids": [chat["id"] for chat in client.chats(50)]}
        else:
            run = {"send": send, "stream": stream, "cancel": cancel, "leave": leave}[task["task"]]
            reply = replies(task.get("answers") or {})
            result = run(client, task["chat_id"], task["body"], reply, task.get("try_again"))
    except ApiError as error:
        print(repr(error), file=sys.stderr)
        result = report(Outcome.of_error(error))
    client.close()
    print(json.dumps(result))


main()
