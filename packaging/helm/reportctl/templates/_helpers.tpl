{{- define "reportctl.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 50 | trimSuffix "-" }}
{{- end }}

{{- define "reportctl.fullname" -}}
{{- if .Values.fullnameOverride }}
{{- .Values.fullnameOverride | trunc 50 | trimSuffix "-" }}
{{- else }}
{{- $name := include "reportctl.name" . }}
{{- if contains $name .Release.Name }}
{{- .Release.Name | trunc 50 | trimSuffix "-" }}
{{- else }}
{{- printf "%s-%s" .Release.Name $name | trunc 50 | trimSuffix "-" }}
{{- end }}
{{- end }}
{{- end }}

{{- define "reportctl.selector" -}}
app.kubernetes.io/name: {{ include "reportctl.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "reportctl.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{ include "reportctl.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "reportctl.serviceAccount" -}}
{{- if .Values.serviceAccount.create }}
{{- default (include "reportctl.fullname" .) .Values.serviceAccount.name }}
{{- else }}
{{- default "default" .Values.serviceAccount.name }}
{{- end }}
{{- end }}

{{- define "reportctl.image" -}}
{{- if .Values.image.digest }}
{{- printf "%s@%s" .Values.image.repository .Values.image.digest }}
{{- else }}
{{- printf "%s:%s" .Values.image.repository (default .Chart.AppVersion .Values.image.tag) }}
{{- end }}
{{- end }}

{{- /* The settings file. */}}
{{- define "reportctl.settings" -}}
{{- $settings := deepCopy .Values.settings }}
{{- if .Values.secret.webhookSecret }}
{{- $file := printf "/run/secrets/reportctl/%s" .Values.secret.webhookSecret }}
{{- $serve := mergeOverwrite (default dict $settings.serve) (dict "webhookSecretFile" $file) }}
{{- $settings = set $settings "serve" $serve }}
{{- end }}
{{- toYaml $settings }}
{{- end }}

{{- /* Port of the mail server. */}}
{{- define "reportctl.mailPort" -}}
{{- $smtp := default dict (default dict .Values.settings.mail).smtp }}
{{- if $smtp.port }}{{ int $smtp.port }}{{ else if eq (default "" $smtp.encryption) "tls" }}465{{ else }}587{{ end }}
{{- end }}

{{- /*
Time from SIGTERM to SIGKILL: the port stays open for drainSeconds; requests take requestSeconds and
bodySeconds at most; the service ends within 20 seconds after that; and 15 to spare. Workers finish the
rows that they are sending, which takes less.
*/}}
{{- define "reportctl.gracePeriod" -}}
{{- $serve := default dict .Values.settings.serve }}
{{- $drain := ceil (default 0 $serve.drainSeconds) | int }}
{{- $request := ceil (default 60 $serve.requestSeconds) | int }}
{{- $body := ceil (default 30 $serve.bodySeconds) | int }}
{{- add $drain $request $body 20 15 }}
{{- end }}

{{- /* What the pods of serve and worker have in common: `context`, `component` and its `values`. */}}
{{- define "reportctl.podMetadata" -}}
annotations:
  # New settings start new pods. Secrets are read again, so they need none.
  checksum/settings: {{ include "reportctl.settings" .context | sha256sum }}
  {{- with .values.podAnnotations }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
labels:
  {{- include "reportctl.labels" .context | nindent 2 }}
  app.kubernetes.io/component: {{ .component }}
  {{- with .values.podLabels }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end }}

{{- define "reportctl.podSpec" -}}
serviceAccountName: {{ include "reportctl.serviceAccount" .context }}
# No pod calls the API of Kubernetes.
automountServiceAccountToken: false
enableServiceLinks: false
terminationGracePeriodSeconds: {{ include "reportctl.gracePeriod" .context }}
securityContext:
  runAsNonRoot: true
  runAsUser: 65532
  runAsGroup: 65532
  fsGroup: 65532
  fsGroupChangePolicy: OnRootMismatch
  # Permits landlock and seccomp, with which the children that render confine themselves.
  seccompProfile:
    type: RuntimeDefault
{{- with .context.Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .values.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "reportctl.selector" .context | nindent 8 }}
        app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "reportctl.container" -}}
image: {{ include "reportctl.image" .context }}
imagePullPolicy: {{ .context.Values.image.pullPolicy }}
# `reportctl.yaml` of the working folder is the settings file.
workingDir: /etc/reportctl
env:
  - name: REPORTCTL_LISTEN
    value: {{ printf (contains ":" .context.Values.listenAddress | ternary "[%s]:8080" "%s:8080") .context.Values.listenAddress | quote }}
  - name: REPORTCTL_TEMPLATES
    value: /srv/reports/templates
  - name: REPORTCTL_STATE
    value: /var/lib/reportctl
  - name: REPORTCTL_DATABASE_URL_FILE
    value: /run/secrets/reportctl/{{ .context.Values.secret.databaseUrl }}
  {{- with .context.Values.secret.smtpPassword }}
  - name: REPORTCTL_SMTP_PASSWORD_FILE
    value: /run/secrets/reportctl/{{ . }}
  {{- end }}
  {{- with .context.Values.extraEnv }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
resources:
  {{- toYaml .values.resources | nindent 2 }}
volumeMounts:
  - name: settings
    mountPath: /etc/reportctl
    readOnly: true
  - name: secrets
    mountPath: /run/secrets/reportctl
    readOnly: true
  - name: state
    mountPath: /var/lib/reportctl
  - name: tmp
    mountPath: /tmp
  {{- if .context.Values.templates.configMap }}
  - name: templates
    mountPath: /srv/reports/templates
    readOnly: true
  {{- else if .context.Values.templates.existingClaim }}
  - name: templates
    mountPath: /srv/reports
    readOnly: {{ .context.Values.templates.readOnly }}
  {{- end }}
  {{- with .context.Values.extraVolumeMounts }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end }}

{{- define "reportctl.volumes" -}}
- name: settings
  configMap:
    name: {{ include "reportctl.fullname" . }}
- name: secrets
  secret:
    secretName: {{ .Values.secret.existing }}
    defaultMode: 0440
    items:
      - key: {{ .Values.secret.databaseUrl }}
        path: {{ .Values.secret.databaseUrl }}
      {{- range compact (list .Values.secret.smtpPassword .Values.secret.webhookSecret) }}
      - key: {{ . }}
        path: {{ . }}
      {{- end }}
# Only a mark that there are tokens, and what a request needs for as long as it runs.
- name: state
  emptyDir:
    sizeLimit: 64Mi
- name: tmp
  emptyDir:
    sizeLimit: 256Mi
{{- if .Values.templates.configMap }}
- name: templates
  configMap:
    name: {{ .Values.templates.configMap }}
{{- else if .Values.templates.existingClaim }}
- name: templates
  persistentVolumeClaim:
    claimName: {{ .Values.templates.existingClaim }}
    readOnly: {{ .Values.templates.readOnly }}
{{- end }}
{{- with .Values.extraVolumes }}
{{- toYaml . | nindent 0 }}
{{- end }}
{{- end }}

{{- define "reportctl.httpProbes" -}}
startupProbe:
  httpGet: { path: /healthz, port: http }
  periodSeconds: 2
  failureThreshold: 60
livenessProbe:
  httpGet: { path: /healthz, port: http }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 3
readinessProbe:
  httpGet: { path: {{ . }}, port: http }
  periodSeconds: 5
  # /readyz itself waits for a second for a thread, and for the database and the mail server.
  timeoutSeconds: 5
  failureThreshold: 2
{{- end }}
