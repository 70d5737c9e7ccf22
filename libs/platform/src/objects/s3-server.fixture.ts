import { once } from 'node:events';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';

const NO_SUCH_KEY =
  '<?xml version="1.0" encoding="UTF-8"?><Error><Code>NoSuchKey</Code><Message>The specified key does not exist.</Message></Error>';

/** A server of S3's documented shape for one bucket: PUT, GET and DELETE of objects, path style, signed requests alone. */
export async function startS3Server(bucket: string): Promise<{ endpoint: string; close(): Promise<void> }> {
  const objects = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    void (async () => {
      const { pathname } = new URL(request.url ?? '/', 'http://s3');
      const signed = request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 ') ?? false;
      if (!signed || !pathname.startsWith(`/${bucket}/`)) return void response.writeHead(403).end();
      const body = await buffer(request);
      if (request.method === 'PUT') {
        objects.set(pathname, body);
        response.writeHead(200, { etag: '"0"' }).end();
      } else if (request.method === 'DELETE') {
        objects.delete(pathname);
        response.writeHead(204).end();
      } else {
        const found = objects.get(pathname);
        if (found === undefined) response.writeHead(404, { 'content-type': 'application/xml' }).end(NO_SUCH_KEY);
        else response.writeHead(200, { 'content-length': found.length }).end(found);
      }
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
