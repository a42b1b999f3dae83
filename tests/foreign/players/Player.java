// Plays a match of C4 with the client that openapi-generator made for Java: java Player SERVER
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.CatalogueApi;
import org.openapitools.client.api.LobbyApi;
import org.openapitools.client.api.PlayApi;
import org.openapitools.client.model.*;

public class Player {
  static ApiClient client(String server, String token) {
    ApiClient client = new ApiClient();
    client.updateBaseUri(server);
    if (token != null) client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + token));
    return client;
  }

  public static void main(String[] arguments) throws Exception {
    String server = arguments[0];
    LobbyApi lobby = new LobbyApi(client(server, null));
    CreateMatch order = new CreateMatch().game("c4").seats(2L).options(Map.of("turnCap", 14));
    String id = lobby.createMatch(order, null).getMatch().getId();
    List<PlayApi> seats = new ArrayList<>();
    for (DeckInfo deck : new CatalogueApi(client(server, null)).getDecks("c4", null).getDecks().subList(0, 2)) {
      Join joined = lobby.joinMatch(id, new JoinMatch().deck(deck.getId()), null);
      seats.add(new PlayApi(client(server, joined.getSeatToken())));
    }
    String status = "RUNNING";
    int actions = 0;
    while (status.equals("RUNNING") && actions < 2000) {
      for (PlayApi seat : seats) {
        for (PromptOptions asked : seat.getLegalActions(id, null, null, null, null).getPrompts()) {
          if (asked.getPrompt().getMode().getValue().equals("STANDING") || !status.equals("RUNNING")) continue;
          ActionBody body =
              asked.getActions().isEmpty()
                  ? new ActionBody(new Concede().type(Concede.TypeEnum.CONCEDE))
                  : new ActionBody(new ByToken().token(asked.getActions().get(0).getToken()));
          status = seat.act(id, UUID.randomUUID().toString(), body, null).getMatch().getStatus().getValue();
          actions++;
          break;
        }
      }
    }
    System.out.printf("{\"status\": \"%s\", \"actions\": %d}", status, actions);
  }
}
