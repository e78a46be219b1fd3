// Decodes one HEIC image in a worker thread, so that decoding can be stopped and its memory is freed.
const { createRequire } = require('node:module');
const { parentPort, workerData } = require('node:worker_threads');

if (!parentPort) throw new Error('This file runs in a worker thread.');
const port = parentPort;

const libheif = createRequire(workerData.from)('libheif-js/wasm-bundle');

function decode() {
  const [image] = new libheif.HeifDecoder().decode(workerData.bytes);
  if (!image) return { refused: 'unreadable' };
  // The size comes from the file's header, so no pixels are decoded before this check.
  const [width, height] = [image.get_width(), image.get_height()];
  if (!(width > 0 && height > 0)) return { refused: 'unreadable' };
  if (width * height > workerData.maxPixels) return { refused: 'too-many-pixels' };
  return { image: image, width, height };
}

const decoded = decode();
if (decoded.refused) port.postMessage(decoded);
else {
  const { image, width, height } = decoded;
  const data = new Uint8ClampedArray(width * height * 4);
  image.display({ data, width, height }, (/** @type {unknown} */ pixels) => {
    if (!pixels) port.postMessage({ refused: 'unreadable' });
    else port.postMessage({ data: data.buffer, width, height }, [data.buffer]);
  });
}
