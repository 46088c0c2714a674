import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.UUID;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.ChatsApi;
import org.openapitools.client.api.TurnsApi;
import org.openapitools.client.model.ChatResponse;
import org.openapitools.client.model.CreateChatRequest;
import org.openapitools.client.model.FailureResponse;
import org.openapitools.client.model.PermissionMode;
import org.openapitools.client.model.SendTurnRequest;

/** Calls the service with the client, and prints each answer as it was decoded. */
public final class Call {
  private static final ObjectMapper mapper = ApiClient.createDefaultObjectMapper();

  private static void show(String call, Object value) throws Exception {
    ObjectNode line = mapper.createObjectNode();
    line.put("call", call);
    line.set("value", mapper.readTree(mapper.writeValueAsString(value)));
    System.out.println(line);
  }

  public static void main(String[] arguments) throws Exception {
    ApiClient client = new ApiClient();
    client.updateBaseUri(System.getenv("BASE_URL"));
    client.setRequestInterceptor(
        request -> request.header("Authorization", "Bearer " + System.getenv("ACCESS_TOKEN")));
    ChatsApi chats = new ChatsApi(client);

    ChatResponse created = chats.createChat(new CreateChatRequest().name("Called from Java"));
    show("createChat", created);
    show("listChats", chats.listChats(null, 1L, 5L));
    SendTurnRequest turn =
        new SendTurnRequest().content("When do we open?").permissionMode(PermissionMode.AUTO);
    UUID chat = created.getData().getId();
    show("sendMessage", new TurnsApi(client).sendMessage(chat, UUID.randomUUID().toString(), turn));
    try {
      chats.getChat(UUID.randomUUID());
    } catch (ApiException failure) {
      show("getChat", mapper.readValue(failure.getResponseBody(), FailureResponse.class));
    }
  }
}
