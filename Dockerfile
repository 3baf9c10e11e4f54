FROM node:24-slim
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --omit=optional
COPY . .
RUN mkdir /data && chown node /data
# src/launch.js, which is not used here, would say that this is production.
ENV NODE_ENV=production
# HOST stays as it is: 0.0.0.0 with DATABASE_URL, and this machine alone for a demo store, whose keys everybody knows.
ENV DATA_DIR=/data
VOLUME /data
EXPOSE 4000
USER node
CMD ["node", "--expose-gc", "--max-semi-space-size=32", "--no-allocation-site-pretenuring", "--heap-growing-percent=100", "--disable-warning=ExperimentalWarning", "src/server.ts"]
