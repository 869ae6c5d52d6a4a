import { loadStatus, type Status } from '#app/status/load-status.ts';
import type { Locale } from '#i18n/locales.ts';
import { createTranslate } from '#i18n/translate.ts';

type Texts = Readonly<Record<string, string>>;
const again = 60_000;

function element(tag: string, text: string, attributes: Readonly<Record<string, string>> = {}): HTMLElement {
  const made = document.createElement(tag);
  made.textContent = text;
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

/** Renders the page from one call, once a minute; if the API can't be reached, the page says so. */
function start(board: HTMLElement): void {
  const texts = JSON.parse(board.dataset['texts'] ?? '{}') as Texts;
  const { lang } = document.documentElement;
  const time = new Intl.DateTimeFormat(lang, {
    ...{ dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' },
    timeZone: 'America/Chicago',
  });
  const money = new Intl.NumberFormat(lang, { style: 'currency', currency: 'USD' });
  const find = (part: string) => board.querySelector<HTMLElement>(`[data-part=${part}]`);
  const text = createTranslate(texts, lang as Locale);

  function renderIncident(incident: Status['incidents'][number]): HTMLElement {
    const { component, title, startedAt, resolvedAt, updates, accounts, status, outage } = incident;
    const entry = document.createElement('article');
    entry.append(element('h3', title || text(`component_${component}`), title ? { lang: 'en' } : {}));
    const from = time.format(startedAt);
    const minutes = String(Math.round(((resolvedAt ?? startedAt) - startedAt) / 60_000));
    const when =
      resolvedAt === null ? text('since', { from }) : text('between', { from, to: time.format(resolvedAt), minutes });
    entry.append(
      element('p', `${text(`component_${component}`)} · ${text(`incident_${status}`)} · ${when}`, { class: 'muted' }),
    );
    if (status === 'suspected') entry.append(element('p', text('suspected')));
    const list = document.createElement('ul');
    for (const update of updates) {
      const header = { time: time.format(update.at), status: text(`incident_${update.status}`) };
      const line = element('li', `${text('update_head', header)} `);
      line.append(element('span', update.text, { lang: 'en' }));
      list.append(line);
    }
    if (updates.length > 0) entry.append(list);
    if (outage) {
      const { accounts: count, openMinutes, days } = outage;
      const times = { from: time.format(outage.from), to: time.format(outage.until), minutes: String(openMinutes) };
      const amount = money.format(outage.amountCents / 100);
      const given = count > 0 ? ` ${text('outage_given', { count: String(count), amount, days: String(days) })}` : '';
      entry.append(element('p', text('outage_time', times) + given));
    }
    if (accounts.length > 0) {
      const counts = accounts.map(({ remedy, count }) => `${count} × ${text(`remedy_${remedy}`)}`).join(', ');
      entry.append(element('p', `${text('ledger')} ${counts}.`));
    }
    return entry;
  }

  function render(status: Status): void {
    for (const { name, state } of status.components) {
      const badge = find(`component-${name}`);
      if (badge) badge.textContent = text(`state_${state}`);
      badge?.setAttribute('data-state', state);
    }
    const isOperational = status.components.every(({ state }) => state === 'operational');
    const summary = find('summary');
    if (summary) summary.textContent = text(isOperational ? 'all_fine' : 'not_fine');
    const checked = find('checked');
    if (checked) checked.textContent = text('checked', { time: time.format(status.at) });
    const running = status.incidents.filter(({ resolvedAt }) => resolvedAt === null);
    const past = status.incidents.filter(({ resolvedAt }) => resolvedAt !== null);
    find('running')?.replaceChildren(...running.map(renderIncident));
    const rendered = past.map(renderIncident);
    find('past')?.replaceChildren(...(rendered.length > 0 ? rendered : [element('p', text('none'))]));
  }

  async function load(): Promise<void> {
    const status = await loadStatus(board);
    board.setAttribute('data-reached', status === undefined ? 'no' : 'yes');
    if (status) return render(status);
    for (const badge of board.querySelectorAll('[data-state]')) {
      badge.textContent = text('state_unknown');
      badge.setAttribute('data-state', 'unknown');
    }
    const summary = find('summary');
    if (summary) summary.textContent = text('unreachable');
    const checked = find('checked');
    if (checked) checked.textContent = text('unreachable_text');
  }

  void load();
  setInterval(() => void load(), again);
}

const board = document.querySelector<HTMLElement>('.status');
if (board) start(board);
