// A game of the size of ours: four rows of twelve cards, some with a hidden token; a turn takes one to three cards of one
// region from the ends of the rows. It is the same work for a server, not the same game.

export const NAME = "display";
const ROWS = 4;
const COLUMNS = 12;
const REGIONS = 6;
const LIMIT = 3; // crests in a turn

/** The cells at the ends of the rows. */
function ends(display) {
  const found = [];
  for (let row = 0; row < ROWS; row++) {
    let left = row * COLUMNS;
    let right = left + COLUMNS - 1;
    while (left <= right && display[left] === null) left++;
    while (right >= left && display[right] === null) right--;
    if (left <= right) found.push(left);
    if (left < right) found.push(right);
  }
  return found;
}

/** What the player to move may take. */
export function legal(G) {
  return ends(G.display).filter(
    (cell) => G.turn.region === null || (G.display[cell].region === G.turn.region && G.turn.crests + G.display[cell].crests <= LIMIT),
  );
}

function setup({ ctx, random }) {
  const cards = [];
  for (let i = 0; i < ROWS * COLUMNS; i++) cards.push({ region: i % REGIONS, crests: 1 + (i % 3), token: i % 4 === 0 });
  const kinds = [];
  for (let i = 0; i < (ROWS * COLUMNS) / 4; i++) kinds.push(i % 6);
  const display = random.Shuffle(cards);
  const tokens = random.Shuffle(kinds);
  let next = 0;
  return {
    display,
    hidden: display.map((card) => (card.token ? tokens[next++] : null)),
    players: Array.from({ length: ctx.numPlayers }, () => ({ cards: [], tokens: [], crests: Array(REGIONS).fill(0) })),
    turn: { region: null, crests: 0, taken: [] },
  };
}

function take({ G, events, playerID }, cell) {
  if (!legal(G).includes(cell)) return "INVALID_MOVE";
  const card = G.display[cell];
  const player = G.players[playerID];
  player.cards.push(card);
  player.crests[card.region] += card.crests;
  if (card.token) player.tokens.push(G.hidden[cell]);
  G.display[cell] = null;
  G.hidden[cell] = null;
  G.turn.region = card.region;
  G.turn.crests += card.crests;
  G.turn.taken.push(cell);
  if (legal(G).length === 0) {
    G.turn = { region: null, crests: 0, taken: [] };
    events.endTurn();
  }
}

/** Nobody sees a token that lies on the table, and only its owner one that was taken. */
function playerView({ G, playerID }) {
  const { hidden, ...open } = G;
  open.players = G.players.map((player, i) =>
    String(i) === playerID ? player : { ...player, tokens: player.tokens.length },
  );
  return open;
}

export const game = {
  name: NAME,
  minPlayers: 2,
  maxPlayers: 4,
  disableUndo: true, // otherwise a copy of all that was before is stored with every move
  setup,
  moves: { take: { move: take, client: false } },
  playerView,
  endIf: ({ G }) => (G.display.every((card) => card === null) ? { over: true } : undefined),
};
