// Pictures as PNG: the server renders them, a page without one lets the browser render the SVG.

/**
 * A request for a file, with PNG made of SVG.
 * @param {(path: string, options: RequestInit) => Promise<Response>} request @param {string} path
 * @param {RequestInit} options
 */
export async function rasterized(request, path, options) {
  const wanted = JSON.parse(String(options.body));
  if (wanted.format !== 'png') return request(path, options);
  const response = await request(path, { ...options, body: JSON.stringify({ ...wanted, format: 'svg' }) });
  if (!response.ok) return response;
  const image = new Image();
  const address = URL.createObjectURL(new Blob([await response.text()], { type: 'image/svg+xml' }));
  image.src = address;
  await image.decode();
  URL.revokeObjectURL(address);
  const canvas = document.createElement('canvas');
  canvas.width = wanted.width ?? 1000;
  canvas.height = Math.round(canvas.width * image.naturalHeight / image.naturalWidth);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((resolve) => { canvas.toBlob(resolve, 'image/png'); });
  return new Response(/** @type {Blob} */ (blob), { headers: { 'content-type': 'image/png' } });
}
