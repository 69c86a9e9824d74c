/** The content of the demo pack's week with people: what they write, what the brands reply, and what goes out to many. Made-up people. Played by week.ts. */
import { exampleId } from '../../kernel/example.ts';

/** When something is: `[days from today, 'HH:MM']` in UTC, or minutes before now. */
export type When = readonly [day: number, time: string] | number;

export interface Talk {
  readonly platform: string;
  readonly person: { readonly id: string; readonly name: string };
  /** What is said, in order: `<` by the person, `>` by the brand, `.` is read. */
  readonly lines: readonly (readonly [when: When, from: '<' | '>', text: string] | readonly [when: When, from: '.'])[];
}

// prettier-ignore
export const TALKS: readonly Talk[] = [
  {
    platform: 'whatsapp', person: { id: '12025550141', name: 'Mia Berger' },
    lines: [
      [[-5, '09:12'], '<', 'Hi! Order 1042 was due yesterday and the tracking page has not moved.'],
      [[-5, '09:40'], '>', 'Good morning Mia, sorry for the wait. The courier missed a pickup; it left us today and arrives on Friday.'],
      [[-5, '09:44'], '<', 'Friday is fine, thank you for the quick answer.'],
      [[-5, '09:50'], '.'],
      [[-3, '16:21'], '<', 'It is here, and the winter blend is lovely.'],
      [[-3, '16:48'], '>', 'That made our day. Enjoy every cup!'],
    ],
  },
  {
    platform: 'instagram', person: { id: '17841400000011', name: 'Jonas Weber' },
    lines: [
      [[-4, '11:05'], '<', 'Do you grind for moka pots as well?'],
      [[-4, '11:31'], '>', 'We do: choose "moka" at checkout, it is a little coarser than espresso.'],
      [[-4, '11:33'], '<', 'Perfect, just ordered two bags.'],
      [[-4, '11:40'], '.'],
    ],
  },
  {
    platform: 'telegram', person: { id: '77012', name: 'Elif Kaya' },
    lines: [
      [[-3, '18:25'], '<', 'Is the signed edition of The Lighthouse Road still there?'],
      [[-3, '18:34'], '>', 'Three copies are left. Shall I put one aside until Sunday?'],
      [[-3, '18:36'], '<', 'Yes please, I come by on Saturday.'],
      [[-3, '18:41'], '>', 'It waits at the till under your name.'],
    ],
  },
  {
    platform: 'whatsapp', person: { id: '12025550142', name: 'Hannah Lind' },
    lines: [
      [[-1, '13:02'], '<', 'The grinder came with a cracked lid.'],
      [[-1, '13:20'], '>', 'Sorry about that, Hannah. A new lid goes out today, and you can keep the old one.'],
      [[-1, '13:26'], '<', 'That was easy. Thank you!'],
    ],
  },
  {
    platform: 'facebook', person: { id: '24000000000021', name: 'Priya Nair' },
    lines: [
      [[-1, '17:10'], '<', 'Can I book the tasting table for eight people?'],
      [[-1, '17:42'], '>', 'With pleasure: Saturday at eleven or at three. Which one suits you?'],
      [75, '<', 'Saturday at eleven, please. Two of us are vegetarian.'],
    ],
  },
  {
    platform: 'imessage', person: { id: '+12025550143', name: 'Oliver Grant' },
    lines: [
      [[-2, '14:15'], '<', 'Do you have gift cards that work in both shops?'],
      [[-2, '14:28'], '>', 'We do, from 10 to 100. You can have one by mail as well.'],
      [[-2, '14:30'], '.'],
    ],
  },
  {
    platform: 'whatsapp', person: { id: '12025550144', name: 'Samuel Osei' },
    lines: [[40, '<', 'Hello, do you deliver to offices on Mondays? We are about twenty people.']],
  },
];

export interface Remark {
  readonly platform: string;
  readonly post: string;
  readonly when: When;
  readonly author: { readonly id: string; readonly name: string; readonly username: string };
  readonly text: string;
  readonly reply?: readonly [when: When, text: string];
}

const [WINTER, ROAST, OPENING] = [exampleId('post:facebook'), exampleId('post:tiktok'), exampleId('post:published')];

// prettier-ignore
export const REMARKS: readonly Remark[] = [
  { platform: 'instagram', post: WINTER, when: [-6, '10:18'], author: { id: 'ig-lea', name: 'Lea Fontaine', username: 'lea.fontaine' }, text: 'Is it a dark roast?', reply: [[-6, '10:52'], 'Medium, Lea, with a little smoke at the end.'] },
  { platform: 'facebook', post: WINTER, when: [-6, '12:40'], author: { id: 'fb-tom', name: 'Tom Baker', username: 'tom.baker' }, text: 'Bought a bag this morning. Best one so far.', reply: [[-6, '13:05'], 'Thank you, Tom!'] },
  { platform: 'youtube', post: ROAST, when: [-4, '19:33'], author: { id: 'yt-noor', name: 'Noor Haddad', username: 'noorhaddad' }, text: 'What temperature do you drop the beans at?', reply: [[-3, '08:15'], 'Around 210 °C for this one.'] },
  { platform: 'facebook', post: OPENING, when: [-2, '09:25'], author: { id: 'fb-ines', name: 'Inês Rocha', username: 'ines.rocha' }, text: 'Are dogs welcome inside?', reply: [[-2, '09:58'], 'Always. There is a bowl by the door.'] },
  { platform: 'facebook', post: OPENING, when: [-1, '20:11'], author: { id: 'fb-karl', name: 'Karl Nowak', username: 'karl.nowak' }, text: 'Queue was long, but worth it.' },
];

export interface Opinion {
  readonly when: When;
  readonly author: string;
  readonly rating: number;
  readonly text: string;
  readonly reply?: readonly [when: When, text: string];
}

// prettier-ignore
export const OPINIONS: readonly Opinion[] = [
  { when: [-5, '15:20'], author: 'Marta Lopez', rating: 5, text: 'Friendly people and the best flat white on Main Street.', reply: [[-5, '16:02'], 'Thank you, Marta. See you soon!'] },
  { when: [-4, '08:47'], author: 'Ben Carter', rating: 3, text: 'Great coffee, but it took twenty minutes.', reply: [[-4, '10:30'], 'We were one barista short, Ben. The next one is on us.'] },
  { when: [-1, '18:55'], author: 'Yuki Tanaka', rating: 4, text: 'Quiet corner upstairs, good wifi. More plugs would be nice.' },
];

/** Contacts whom no message brought, and the tags of all. */
// prettier-ignore
export const CONTACTS = {
  made: [
    { name: 'Grace Adeyemi', phone: '12025550145', email: 'grace@example.com', company: 'Adeyemi Bakery', tags: ['newsletter', 'wholesale'] },
    { name: 'Luca Moretti', phone: '12025550146', email: 'luca@example.com', tags: ['newsletter'] },
  ],
  tags: { 'Mia Berger': ['newsletter', 'customer'], 'Jonas Weber': ['customer'] } as Readonly<Record<string, readonly string[]>>,
};

/** Submitted on the first day, and sent to everybody with the tag. */
export const TEMPLATES = [
  { name: 'order_ready', category: 'UTILITY', text: 'Hi {{1}}, your order is ready for pickup on Main Street.' },
  {
    name: 'monthly_beans',
    category: 'MARKETING',
    text: 'Hi {{1}}, the beans of the month are in: Yirgacheffe, washed.',
  },
] as const;

export const BROADCAST = {
  name: 'Beans of the month',
  template: 'monthly_beans',
  tag: 'newsletter',
  when: [-2, '10:30'] as When,
  /** Who has read it by then. */
  read: { when: [-2, '11:10'] as When, by: ['Grace Adeyemi', 'Luca Moretti'] },
  replies: [
    { name: 'Luca Moretti', when: [-2, '11:12'] as When, text: 'Two bags for me, please. I pick them up tomorrow.' },
  ],
} as const;

export const SEQUENCE = {
  name: 'After the first order',
  when: [-3, '17:00'] as When,
  contacts: ['Mia Berger'],
  steps: [
    { order: 1, delayMinutes: 30, message: { text: 'How is the coffee? Tell us if the grind is not right.' } },
    {
      order: 2,
      delayMinutes: 7 * 24 * 60,
      template: { name: 'monthly_beans', language: 'en_US', variableMapping: { 1: { field: 'name' } } },
    },
  ],
} as const;

export const COMMUNITY = {
  messages: [
    { when: [-2, '20:40'] as When, text: 'Thank you all for last night. Next month we read The Lighthouse Road.' },
    { when: [-1, '08:30'] as When, text: 'The list for the author evening is open: reply here to be on it.' },
  ],
  event: { name: 'Author evening', day: 3, time: '18:30', place: 'Harbor Books, by the water' },
} as const;

/** What the business agent knows. */
export const KNOWLEDGE = {
  information: {
    business_description: 'A roastery and two cafes. We roast on Tuesdays and Fridays.',
    payment_method: 'Cards, cash and mobile payments in both cafes.',
    return_policy: 'Unopened bags can be returned within 30 days.',
    delivery_and_shipping: 'Orders before noon leave on the same day and take two to three days.',
  },
  faqs: [
    { question: 'When are you open?', answer: 'Monday to Friday from 7:30 to 18:00, on weekends from 9:00 to 17:00.' },
    { question: 'Do you have decaf?', answer: 'Always one, at the moment from Colombia, washed with sugar cane.' },
    {
      question: 'Can I book the tasting table?',
      answer: 'Yes, for four to ten people, on Saturdays at 11:00 and 15:00.',
    },
  ],
} as const;
