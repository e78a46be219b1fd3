import { sql } from 'drizzle-orm';
import { check, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../foundation/database/columns.server.ts';
import type { BannerPosition, PageSection, Settings, Slide } from './contract.ts';

/** The settings. The table has one row. */
export const settings = pgTable(
  'settings',
  {
    id: integer().primaryKey().default(1),
    value: jsonb().$type<Settings>().notNull(),
    /** Incremented by each edit. Concurrent edits are not detected by this number, but by `versionOf`. */
    version: integer().notNull().default(0),
    updatedAt: moment().notNull().defaultNow(),
  },
  (table) => [check('settings_one_row', sql`${table.id} = 1`)],
);

export const banners = pgTable(
  'banners',
  {
    id: uuid().primaryKey().defaultRandom(),
    placement: text().$type<BannerPosition>().notNull(),
    position: integer().notNull().default(0),
    title: text(),
    slides: jsonb().$type<Slide[]>().notNull(),
  },
  (table) => [
    check('banners_placement', sql`${table.placement} in ('first', 'second', 'handwoven')`),
    check('banners_five_slides', sql`jsonb_array_length(${table.slides}) between 1 and 5`),
  ],
);

export const videos = pgTable('videos', {
  id: uuid().primaryKey().defaultRandom(),
  position: integer().notNull().default(0),
  videoUrl: text().notNull(),
  webmUrl: text(),
  poster: text(),
  alt: text().notNull(),
});

export const tiles = pgTable('tiles', {
  id: uuid().primaryKey().defaultRandom(),
  position: integer().notNull().default(0),
  title: text().notNull(),
  link: text().notNull(),
  img: text().notNull(),
  colour: text().notNull(),
});

export const stores = pgTable('stores', {
  id: uuid().primaryKey().defaultRandom(),
  position: integer().notNull().default(0),
  name: text().notNull(),
  address: text().notNull(),
  hours: text().notNull(),
  mapUrl: text().notNull(),
});

export const pages = pgTable('pages', {
  slug: text().primaryKey(),
  title: text().notNull(),
  word: text().notNull(),
  intro: text().notNull(),
  img: text(),
  imgAlt: text().notNull().default(''),
  sections: jsonb().$type<PageSection[]>().notNull(),
  /** Incremented by each change, to detect concurrent edits. */
  version: integer().notNull().default(0),
  updatedAt: moment().notNull().defaultNow(),
});
