import com.google.gson.JsonElement
import com.google.gson.JsonObject
import com.google.gson.JsonParser
import java.io.File
import org.openapitools.client.infrastructure.Serializer

/** Decodes each item by the class of its type and encodes it again. */
fun main() {
    File("corpus.jsonl").forEachLine { line ->
        val item = JsonParser.parseString(line).asJsonObject
        val answer = JsonObject()
        answer.add("id", item["id"])
        answer.add("kind", item["kind"])
        try {
            answer.add("value", decoded(item["type"].asString, item["value"]))
        } catch (error: Throwable) {
            answer.addProperty("error", error.toString().take(300).replace('\n', ' '))
        }
        println(answer)
    }
}

private fun decoded(type: String, value: JsonElement): JsonElement {
    val model = Class.forName("org.openapitools.client.models.$type")
    return Serializer.gson.toJsonTree(Serializer.gson.fromJson(value, model), model)
}
