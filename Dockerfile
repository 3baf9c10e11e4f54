# The packages that a server needs. `npm ci --omit=dev` would install the prisma command too, which is an optional peer, so the packages of
# tests are taken off first. Node is the image's own: the packages that bring one along go, and so do Prisma's parts for other databases.
FROM node:24-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm pkg delete devDependencies && npm install --package-lock-only && npm ci \
  && rm -rf node_modules/node-linux-* node_modules/node-darwin-* node_modules/node-bin-* node_modules/node-win-* node_modules/.bin \
  && find node_modules/@prisma/client/runtime -name '*.map' -delete \
  && find node_modules/@prisma/client/runtime -name 'query_compiler_*' ! -name '*.postgresql.*' -delete

FROM node:24-slim
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY package.json LICENSE schema.graphql ./
COPY prisma prisma
COPY src src
# src/launch.js, which is not used here, would say that this is production.
ENV NODE_ENV=production
# HOST stays as it is: 0.0.0.0 with DATABASE_URL, and this machine alone for a demo store, whose keys everybody knows.
ENV DATA_DIR=/data
# All that is written lies there: the root may be read-only.
RUN mkdir /data && chown node:node /data
VOLUME /data
EXPOSE 4000
USER node
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "--input-type=module", "--eval", "const { PORT = 4000 } = process.env; const { ok } = await fetch(`http://127.0.0.1:${PORT}/healthz`); process.exit(ok ? 0 : 1)"]
CMD ["node", "--expose-gc", "--no-allocation-site-pretenuring", "--disable-warning=ExperimentalWarning", "src/server.ts"]
