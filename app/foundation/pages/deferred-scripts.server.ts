/**
 * Inline script that starts the deferred module script and its preloads when the high-priority images have loaded or failed, or
 * after three seconds. A click, a pressed key or a moved focus starts them earlier.
 */
const starter = `(() => {
  document.currentScript.remove();
  const held = document.querySelector('script[type="text/later"]');
  const awaited = [...document.images].filter(({ fetchPriority, complete }) => fetchPriority === 'high' && !complete);
  let waiting = awaited.length;
  const begin = () => {
    if (!held.isConnected) return;
    for (const link of document.querySelectorAll('link[rel="later"]')) link.rel = 'modulepreload';
    const script = document.createElement('script');
    script.type = 'module';
    script.textContent = held.textContent;
    held.replaceWith(script);
  };
  const count = () => --waiting === 0 && begin();
  for (const image of awaited) for (const end of ['load', 'error']) image.addEventListener(end, count);
  for (const type of ['pointerdown', 'keydown', 'focusin']) addEventListener(type, begin, { once: true });
  if (waiting === 0) begin();
  else setTimeout(begin, 3000);
})();`;

const preload = '<link rel="modulepreload"';
const opening = (nonceAttribute: string, type: string, more: string) =>
  `<script${nonceAttribute} type="${type}"${more}>`;

/**
 * Defers the module script and the preloads of a page until {@link starter} starts them. Otherwise the scripts would compete with
 * high-priority images for a slow connection. Does not change a page without such an image or script. `nonceAttribute` is the
 * nonce attribute of the page's scripts.
 */
export function deferScripts(html: string, nonceAttribute: string): string {
  if (!/<img[^>]* fetchPriority="high"/.test(html)) return html;
  // React writes attributes in the order of the props. React Router passes `nonce` as the first prop.
  const start = html.indexOf(opening(nonceAttribute, 'module', ' async=""'));
  const end = html.indexOf('</script>', start);
  if (start < 0 || end < 0) return html;
  const text = html.slice(start + opening(nonceAttribute, 'module', ' async=""').length, end);
  return [
    html.slice(0, start).replaceAll(preload, '<link rel="later"'),
    `${opening(nonceAttribute, 'text/later', '')}${text}</script><script${nonceAttribute}>${starter}</script>`,
    html.slice(end + '</script>'.length),
  ].join('');
}
