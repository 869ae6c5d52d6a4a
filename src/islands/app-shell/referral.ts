import { countVisit } from '../../stores/browser-session.ts';

/** Runs on pages opened through an affiliate's link. A page that is prerendered or in the background isn't a visit yet. */
const query = new URLSearchParams(location.search);
const code = query.get('ref');

function count(): void {
  if (!code || document.visibilityState !== 'visible') return;
  document.removeEventListener('visibilitychange', count);
  const marks = Object.fromEntries(
    ['sub1', 'sub2', 'sub3', 'sub4', 'sub5', 'creative', 'click_id'].flatMap((name) => {
      const mark = query.get(name);
      return mark ? [[name, mark.slice(0, 100)]] : [];
    }),
  );
  void countVisit({ code, page: location.pathname, ...marks });
}

document.addEventListener('visibilitychange', count);
count();
