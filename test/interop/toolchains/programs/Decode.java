import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.openapitools.client.ApiClient;

/** Decodes each item by the class of its type and encodes it again. */
public final class Decode {
  public static void main(String[] arguments) throws Exception {
    ObjectMapper mapper = ApiClient.createDefaultObjectMapper();
    for (String line : Files.readAllLines(Path.of("corpus.jsonl"))) {
      JsonNode item = mapper.readTree(line);
      ObjectNode answer = mapper.createObjectNode();
      answer.set("id", item.get("id"));
      answer.set("kind", item.get("kind"));
      try {
        Class<?> model = Class.forName("org.openapitools.client.model." + item.get("type").asText());
        Object decoded = mapper.readValue(item.get("value").toString(), model);
        answer.set("value", mapper.readTree(mapper.writeValueAsString(decoded)));
      } catch (Throwable error) {
        String text = String.valueOf(error);
        answer.put("error", text.substring(0, Math.min(300, text.length())).replace('\n', ' '));
      }
      System.out.println(answer);
    }
  }
}
