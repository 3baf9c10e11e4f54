FROM node:24-slim
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --omit=optional
COPY . .
RUN mkdir /data && chown node /data
ENV HOST=0.0.0.0 DATA_DIR=/data
VOLUME /data
EXPOSE 4000
USER node
CMD ["node", "--max-semi-space-size=4", "--disable-warning=ExperimentalWarning", "src/server.ts"]
