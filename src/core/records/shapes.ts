import { cents, day, digits, email, type Fields, id, listOf, moment, oneOf, phrase, whole, yesNo } from './values.ts';

/* What generated records look like: one shape for each kind of scope. The interface document names no scopes. */

const looks = ['brass', 'cotton', 'folding', 'glass', 'linen', 'oak', 'paper', 'steel', 'striped', 'wool'] as const;
const goods = [
  'basket',
  'blanket',
  'bottle',
  'chair',
  'clock',
  'kettle',
  'lamp',
  'mirror',
  'notebook',
  'shelf',
] as const;
const firstNames = ['Ada', 'Ben', 'Clara', 'Dana', 'Emil', 'Farah', 'Goran', 'Hana', 'Ivo', 'Jun'] as const;
const lastNames = ['Abel', 'Berger', 'Costa', 'Dahl', 'Evans', 'Fischer', 'Garcia', 'Hansen', 'Ito', 'Jansen'] as const;
const verdicts = ['Better than', 'Just as', 'Not quite as', 'Much worse than', 'Exactly as'] as const;

const product = phrase(looks, goods);
const person = phrase(firstNames, lastNames);
const currency = oneOf('EUR', 'USD', 'GBP', 'JPY');
const country = oneOf('DE', 'ES', 'FR', 'GB', 'IT', 'JP', 'NL', 'US');
const price = cents(100, 20_099);

interface Shape {
  /** Parts of a scope's name, in lower case, of which one is enough. */
  readonly words: readonly string[];
  readonly fields: Fields;
}

/** The first whose word stands in the scope's name is the scope's: so `order-reviews` are reviews. */
export const shapes = {
  review: {
    words: ['review', 'rating', 'feedback'],
    fields: {
      product,
      stars: whole(1, 5),
      headline: phrase(verdicts, ['expected', 'described', 'the one before']),
      writtenAt: moment,
      isPublic: yesNo,
    },
  },
  payment: {
    words: ['payment', 'transaction', 'invoice'],
    fields: {
      amount: price,
      currency,
      method: oneOf('card', 'transfer', 'voucher'),
      status: oneOf('paid', 'pending', 'refunded'),
      at: moment,
    },
  },
  address: {
    words: ['address'],
    fields: {
      name: person,
      street: phrase(['Mill', 'Station', 'Church', 'Garden', 'Harbor'], ['Street', 'Lane', 'Road']),
      houseNumber: whole(1, 199),
      postalCode: digits(5),
      city: phrase(['Ashford', 'Brookfield', 'Clearwater', 'Dunmore', 'Eastbury']),
      country,
    },
  },
  subscription: {
    words: ['subscription', 'membership'],
    fields: {
      plan: oneOf('basic', 'plus', 'family'),
      price,
      currency,
      renews: oneOf('monthly', 'yearly'),
      since: day,
      isActive: yesNo,
    },
  },
  device: {
    words: ['device'],
    fields: {
      model: phrase(['Amber', 'Birch', 'Cobalt'], ['Mini', 'One', 'Max']),
      kind: oneOf('speaker', 'phone', 'tablet', 'television'),
      serialNumber: digits(12),
      registeredAt: moment,
    },
  },
  search: {
    words: ['search', 'browsing'],
    fields: { query: product, results: whole(0, 5000), searchedAt: moment },
  },
  playback: {
    words: ['playback', 'listening', 'watch', 'music', 'video', 'reading'],
    fields: {
      title: phrase(['The Last', 'A Quiet', 'Her Other'], ['Harvest', 'Winter', 'Journey', 'Letter']),
      kind: oneOf('song', 'film', 'episode', 'book'),
      startedAt: moment,
      seconds: whole(1, 10_800),
    },
  },
  wish: {
    words: ['wish', 'cart', 'basket'],
    fields: { product, quantity: whole(1, 9), addedAt: moment },
  },
  order: {
    words: ['order', 'purchase', 'return'],
    fields: {
      orderedAt: moment,
      status: oneOf('placed', 'shipped', 'delivered', 'returned', 'canceled'),
      currency,
      items: listOf({ productId: id, title: product, quantity: whole(1, 5), price }, 1, 3),
    },
  },
  account: {
    words: ['profile', 'account', 'customer'],
    fields: {
      name: person,
      email: email(firstNames),
      country,
      language: oneOf('de', 'en', 'es', 'fr', 'it', 'ja', 'nl'),
      memberSince: day,
      wantsNewsletter: yesNo,
    },
  },
  general: { words: [], fields: { title: product, amount: price } },
} as const satisfies Record<string, Shape>;
