// Plays a match of C4 with the client that openapi-generator made for Go: player SERVER
package main

import (
	"context"
	"fmt"
	"os"
	"strconv"

	openapi "playledger"
)

func check(err error) {
	if refused, ok := err.(*openapi.GenericOpenAPIError); ok {
		fmt.Fprintln(os.Stderr, string(refused.Body()))
	}
	if err != nil {
		panic(err)
	}
}

func main() {
	configuration := openapi.NewConfiguration()
	configuration.Servers = openapi.ServerConfigurations{{URL: os.Args[1]}}
	client := openapi.NewAPIClient(configuration)
	guest := context.Background()

	order := openapi.NewCreateMatch("c4", 2)
	order.SetOptions(map[string]interface{}{"turnCap": 14})
	made, _, err := client.LobbyAPI.CreateMatch(guest).CreateMatch(*order).Execute()
	check(err)
	id := made.Match.Id
	decks, _, err := client.CatalogueAPI.GetDecks(guest, "c4").Execute()
	check(err)
	var seats []context.Context
	for _, deck := range decks.Decks[:2] {
		seat := openapi.NewJoinMatch()
		seat.SetDeck(deck.Id)
		joined, _, err := client.LobbyAPI.JoinMatch(guest, id).JoinMatch(*seat).Execute()
		check(err)
		seats = append(seats, context.WithValue(guest, openapi.ContextAccessToken, joined.SeatToken))
	}

	status, actions := "RUNNING", 0
	for status == "RUNNING" && actions < 2000 {
		for _, seat := range seats {
			legal, _, err := client.PlayAPI.GetLegalActions(seat, id).Execute()
			check(err)
			for _, asked := range legal.Prompts {
				if asked.Prompt.Mode == "STANDING" || status != "RUNNING" {
					continue
				}
				body := openapi.ActionBody{Concede: openapi.NewConcede("concede")}
				if len(asked.Actions) > 0 {
					body = openapi.ActionBody{ByToken: openapi.NewByToken(asked.Actions[0].Token)}
				}
				key := "go-" + id + strconv.Itoa(actions)
				done, _, err := client.PlayAPI.Act(seat, id).IdempotencyKey(key).ActionBody(body).Execute()
				check(err)
				status = string(done.Match.Status)
				actions++
				break
			}
		}
	}
	fmt.Printf(`{"status": "%s", "actions": %d}`, status, actions)
}
