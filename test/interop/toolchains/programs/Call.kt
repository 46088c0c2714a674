import com.google.gson.JsonObject
import java.util.UUID
import org.openapitools.client.apis.ChatsApi
import org.openapitools.client.apis.TurnsApi
import org.openapitools.client.infrastructure.ApiClient
import org.openapitools.client.infrastructure.Serializer
import org.openapitools.client.infrastructure.getErrorResponse
import org.openapitools.client.models.CreateChatRequest
import org.openapitools.client.models.FailureResponse
import org.openapitools.client.models.PermissionMode
import org.openapitools.client.models.SendTurnRequest

private fun show(call: String, value: Any?) {
    val line = JsonObject()
    line.addProperty("call", call)
    line.add("value", Serializer.gson.toJsonTree(value))
    println(line)
}

/** Calls the service with the client, and prints each answer as it was decoded. */
fun main() {
    val client = ApiClient(
        baseUrl = System.getenv("BASE_URL"),
        authName = "bearer",
        bearerToken = System.getenv("ACCESS_TOKEN"),
    )
    val chats = client.createService(ChatsApi::class.java)
    val turns = client.createService(TurnsApi::class.java)

    val created = chats.createChat(CreateChatRequest(name = "Called from Kotlin")).execute().body()!!
    show("createChat", created)
    show("listChats", chats.listChats(size = 5).execute().body())
    val turn = SendTurnRequest(content = "When do we open?", permissionMode = PermissionMode.auto)
    show("sendMessage", turns.sendMessage(created.data.id, UUID.randomUUID().toString(), turn).execute().body())
    show("getChat", chats.getChat(UUID.randomUUID()).execute().getErrorResponse<FailureResponse>())
}
