import { z } from 'zod';
import { platforms } from '#shared/catalog/platforms.ts';
import { programs } from '#shared/catalog/programs.ts';

/** Search engines truncate longer descriptions and titles. */
const maxDescriptionLength = 155;
const maxTitleLength = 60;

const text = (what: string) =>
  z
    .string({
      error: (issue) => (issue.input === undefined ? `is missing: write ${what}` : `is not text: write ${what}`),
    })
    .min(1, `is empty: write ${what}`);

/** A day of the calendar; JavaScript would read 2027-02-30 as March 2 and “20 mars 2026” as March 20. */
const day = z.union([z.iso.date().transform((value) => new Date(value)), z.date()], {
  error: 'is not a day: write it as 2026-11-20',
});

const id = z.int({ error: 'is missing or not a whole number: take the next number that no other file has' }).min(1);

const title = text('the headline of the page');

const shortTitle = title.refine((value) => value.length <= maxTitleLength, {
  error: (issue) => `has ${String(issue.input).length} characters: shorten it to ${maxTitleLength}`,
});

const description = text(`one sentence of at most ${maxDescriptionLength} characters`).refine(
  (value) => value.length <= maxDescriptionLength,
  { error: (issue) => `has ${String(issue.input).length} characters: shorten it to ${maxDescriptionLength}` },
);

const searchTerms = text('the words that people look for the page by, separated by commas').optional();

const order = z.number({ error: 'is not a number: write its place in the list' }).default(100);

const feeds = z.array(z.enum(platforms, { error: `accepts the feeds ${platforms.join(', ')}` }), {
  error: 'is missing: write the feeds in brackets, as [rithmic, dxfeed]',
});

/** Topics for which an answer can show figures of the reader's own accounts. */
export const accountTopics = [
  'trailing',
  'lock',
  'static',
  'daily',
  'day',
  'floor',
  'contracts',
  'consistency',
  'rules',
  'event',
  'pass',
  'payout',
] as const;

export type AccountTopic = (typeof accountTopics)[number];

export const questionSchema = z.strictObject({
  category: id,
  id,
  question: text('the question, as a person asks it'),
  order,
  searchTerms,
  account: z.enum(accountTopics, { error: `is not one of ${accountTopics.join(', ')}` }).optional(),
});

const diagram = z
  .strictObject({
    title: text('what the diagram shows, in one sentence'),
    steps: z
      .array(z.strictObject({ at: text('who, where or when'), text: text('what happens there') }))
      .min(3, 'needs three steps at least')
      .max(5, 'has five steps at most'),
  })
  .optional();

/** Ordered steps, drawn as boxes with arrows. */
export type Diagram = NonNullable<z.infer<typeof diagram>>;

const video = z
  .strictObject({
    title: text('what the video shows'),
    url: z.httpUrl({ error: 'is no address: write it as https://www.youtube.com/watch?v=…' }),
    poster: text('the picture to show, as /pictures/x.webp').regex(
      /^\/\S+$/,
      'must start with /, the path of a file in public/',
    ),
  })
  .optional();

/** A film on another site: the page shows its picture and links to it, and loads nothing from there. */
export type Video = NonNullable<z.infer<typeof video>>;

export const guideSchema = z.strictObject({
  title: shortTitle,
  description,
  platform: text('the name of the platform'),
  searchTerms,
  feeds: feeds.min(1, 'is empty: name at least one feed'),
  order,
  updatedAt: day,
  diagram,
  video,
});

export const legalSchema = z.strictObject({
  title,
  description,
  version: text('the version of the text in quotes, as "1.0"'),
  effectiveFrom: day,
});

export const articleSchema = z.strictObject({
  id,
  title: shortTitle,
  description,
  category: text('an id of blog/categories.yaml'),
  searchTerms,
  publishedAt: day,
  updatedAt: day.optional(),
  floorDiagram: z.enum(programs, { error: 'is no program' }).optional(),
  diagram,
});

export const proseSchema = z.strictObject({
  title: shortTitle,
  headline: text('the large line at the top of the page'),
  lead: text('the paragraph under it'),
  description,
});
