// Decodes one HEIC picture in a thread of its own, so that it can be stopped, and its memory is given back.
const { createRequire } = require('node:module');
const { parentPort, workerData } = require('node:worker_threads');

if (!parentPort) throw new Error('This file runs in a worker thread.');
const port = parentPort;

const libheif = createRequire(workerData.from)('libheif-js/wasm-bundle');

function decode() {
  const [image] = new libheif.HeifDecoder().decode(workerData.bytes);
  if (!image) return { refused: 'unreadable' };
  // The size stands in the file's head: nothing is unpacked yet.
  const [width, height] = [image.get_width(), image.get_height()];
  if (!(width > 0 && height > 0)) return { refused: 'unreadable' };
  if (width * height > workerData.maxPixels) return { refused: 'too-many-pixels' };
  return { image: image, width, height };
}

const found = decode();
if (found.refused) port.postMessage(found);
else {
  const { image, width, height } = found;
  const data = new Uint8ClampedArray(width * height * 4);
  image.display({ data, width, height }, (/** @type {unknown} */ shown) => {
    if (!shown) port.postMessage({ refused: 'unreadable' });
    else port.postMessage({ data: data.buffer, width, height }, [data.buffer]);
  });
}
