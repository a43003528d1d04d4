/** A web page with the usual surroundings, and bits for building odd ones. */

export const paragraphs = (count: number): string =>
  Array.from(
    { length: count },
    (_, index) =>
      `<p>In night ${index + 1} the keeper trimmed the wick, filled the oil and wrote into the log that no ship was lost.</p>`,
  ).join("\n");

export const articlePage = (content: string): string => `<!doctype html>
<html lang="en"><head>
<title>Lamp care | Lighthouse</title>
<base href="https://lamp.example/guide/">
<script type="application/ld+json">{"@type":"Article","author":{"name":"Ada Keeper"},"datePublished":"2026-03-01"}</script>
<script>document.write("WRITTEN BY A SCRIPT")</script>
<style>.x { color: red }</style>
</head><body>
<nav><ul><li><a href="/">Home</a></li><li><a href="/shop">Buy our oil</a></li></ul></nav>
<article><h1>Lamp care</h1>
${paragraphs(6)}
${content}
</article>
<footer>All rights reserved by the harbour</footer>
</body></html>`;
