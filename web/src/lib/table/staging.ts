import { known, looks, type CardInfo, type Looks, type Service } from '#core/index.ts';

/** How a game looks, and its cards by id. */
export interface Staging {
  readonly looks: Looks;
  readonly infos: ReadonlyMap<string, CardInfo>;
  readonly title: string;
}

/** Reads how a game looks. A game without a look is drawn plainly. */
export async function stage(service: Service, slug: string): Promise<Staging> {
  const params = { params: { path: { slug } } };
  const [look, cards, game] = await Promise.all([
    known(service.rest.GET('/v1/games/{slug}/look', params)).catch(() => null),
    known(service.rest.GET('/v1/games/{slug}/cards', params)),
    known(service.rest.GET('/v1/games/{slug}', params))
  ]);
  return { looks: looks(look), infos: new Map(cards.cards.map((card) => [card.id, card])), title: game.title };
}
