# Image of the shop without its database, which compose.yaml adds.
# Debian 13 has the client programs of PostgreSQL 17, which the shop needs for backups.
FROM node:24-trixie-slim AS made
WORKDIR /shop
COPY package.json package-lock.json .npmrc ./
COPY scripts ./scripts
# Do not use `npm ci`: the lock file leaves out packages for other systems (docs/decisions/0005-dependencies.md).
RUN node -e "import('./scripts/ensure.mjs').then(({ ensureInstalled }) => ensureInstalled())"
COPY . .
RUN node -e "import('./scripts/ensure.mjs').then(({ ensureBuilt }) => ensureBuilt())" \
  && npm prune --omit=dev --no-save --no-audit --no-fund

FROM node:24-trixie-slim
RUN apt-get update \
  && apt-get install -y --no-install-recommends postgresql-client \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /shop
# Copy the sources too, because each start compares them with the build.
COPY --from=made /shop /shop
RUN mkdir /data /backups && chown node:node /data /backups
USER node
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/start.mjs"]
